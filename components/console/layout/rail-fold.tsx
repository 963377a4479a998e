'use client'

import { useState } from 'react'
import { panelIcon } from '@/components/console/shared/icons'
import { Icon } from '@/components/ui/icon'
import { writeView, type View } from '@/lib/console/shared/view-cookie'

/** A button that folds the rail to its icons. A cookie tells the server to fold it on the next page too. */
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
