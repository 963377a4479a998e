'use client'

import type { Route } from 'next'
import { usePathname, useSearchParams } from 'next/navigation'
import { useMemo, useSyncExternalStore, type FormEvent } from 'react'
import { useConsoleTexts } from '@/components/texts'
import { announce } from '@/components/ui/announcer'
import { Button } from '@/components/ui/button'
import { bookmarkIcon } from './icons'
import { Link } from '@/components/ui/link'
import { Menu } from './menu'

/** The query of a page, under a name that the user chose. */
interface SavedView {
  name: string
  query: string
}

const maxNameLength = 40
const maxViews = 20
/** Parameters that belong to a single visit. A saved view omits them. */
const passing = ['page', 'before', 'after', 'whole', 'sent', 'forgotten']

/** Lists links to the views of this page that this browser stores, with a form that saves the current view. */
export function SavedViews() {
  const t = useConsoleTexts()
  const path = usePathname() as Route
  const searchParams = useSearchParams()
  const key = `console-views:${path}`
  const kept = useSyncExternalStore(
    subscribe,
    () => keptText(key),
    () => null,
  )
  const views = useMemo(() => viewsIn(kept), [kept])

  function write(changed: readonly SavedView[], said: string) {
    try {
      localStorage.setItem(key, JSON.stringify(changed))
      window.dispatchEvent(new Event(changedEvent))
      announce(said)
    } catch {
      announce(t('controls.views.notKept'))
    }
  }

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const typed = new FormData(form).get('name')
    const name = typeof typed === 'string' ? typed.trim() : ''
    if (name === '') return
    const query = new URLSearchParams(searchParams)
    for (const each of passing) query.delete(each)
    const others = views.filter((view) => view.name !== name)
    write([...others, { name, query: query.toString() }].slice(-maxViews), t('controls.views.saved'))
    form.reset()
  }

  return (
    <div className="noscript:hidden">
      <Menu label={t('controls.views.title')} icon={bookmarkIcon} isPlain>
        {views.length === 0 ? (
          <p className="text-muted">{t('controls.views.none')}</p>
        ) : (
          <ul className="grid gap-1">
            {views.map(({ name, query }) => (
              <li key={name} className="flex items-center justify-between gap-2">
                <Link href={(query === '' ? path : `${path}?${query}`) as Route} className="menu-link grow">
                  {name}
                </Link>
                <Button
                  look="quiet"
                  aria-label={t('controls.views.remove', { name })}
                  onClick={() =>
                    write(
                      views.filter((view) => view.name !== name),
                      t('controls.views.removed'),
                    )
                  }
                >
                  ×
                </Button>
              </li>
            ))}
          </ul>
        )}
        <form onSubmit={save} className="flex items-end gap-2">
          <label className="grid gap-1">
            {t('controls.views.name')}
            <input
              name="name"
              required
              maxLength={maxNameLength}
              autoComplete="off"
              className="min-h-9 w-44 rounded-skin border border-control-line bg-page px-2"
            />
          </label>
          <button type="submit" className="chip">
            {t('controls.views.save')}
          </button>
        </form>
        <p className="text-muted">{t('controls.views.where')}</p>
      </Menu>
    </div>
  )
}

/** The event that notifies this tab of its own change. The browser sends `storage` only to the other tabs. */
const changedEvent = 'console-views'

function subscribe(onChange: () => void): () => void {
  window.addEventListener('storage', onChange)
  window.addEventListener(changedEvent, onChange)
  return () => {
    window.removeEventListener('storage', onChange)
    window.removeEventListener(changedEvent, onChange)
  }
}

function keptText(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    // The browser forbids storage.
    return null
  }
}

function viewsIn(text: string | null): SavedView[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]')
    if (!Array.isArray(kept)) return []
    return kept.filter(
      (view): view is SavedView =>
        typeof view === 'object' && view !== null && typeof view.name === 'string' && typeof view.query === 'string',
    )
  } catch {
    // The stored text is not a list of views.
    return []
  }
}
