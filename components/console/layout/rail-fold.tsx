'use client'

import { useState } from 'react'
import { panelIcon } from '@/components/console/shared/icons'
import { Icon } from '@/components/ui/icon'
import { writeView, type View } from '@/lib/console/shared/view-cookie'

/** A button that leaves only the icons of the rail. The cookie says so to the server, for the next page. */
export function RailFold({ view, narrow, wide }: { view: View; narrow: string; wide: string }) {
  const [isNarrow, setIsNarrow] = useState(view.rail === 'narrow')
  function press() {
    const rail = isNarrow ? undefined : 'narrow'
    setIsNarrow(!isNarrow)
    if (rail) document.body.dataset.rail = rail
    else delete document.body.dataset.rail
    writeView({ rail })
  }
  return (
    <button type="button" onClick={press} title={isNarrow ? wide : narrow} className="rail-fold noscript:hidden">
      <Icon path={panelIcon} />
      <span className="rail-name">{isNarrow ? wide : narrow}</span>
    </button>
  )
}
