import { useEffect } from 'react'
import { Button } from '@/components/ui/button'
import { useTexts } from '@/components/texts'
import { waitText } from './page-texts'

/** The times at which a screen reader announces the wait again, in seconds before its end. */
const announcedAt = [10, 60]

/**
 * Counts down a wait if scripts run. The numbers are in no live region. A separate status announces the wait at its
 * start, 60 and 10 seconds before its end, and at its end.
 *
 * @param props.stop - keeps the page from connecting by itself. Null if it would not connect.
 */
export default function WaitCountdown({
  waitSeconds,
  secondsLeft,
  stop,
}: {
  /** The wait at page load. */
  waitSeconds: number
  /** Null before the first tick. */
  secondsLeft: number | null
  stop: (() => void) | null
}) {
  const t = useTexts()

  // A user who opens a wallet app wants that wallet, so the page must not connect the typed address meanwhile.
  useEffect(() => {
    const listener = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest('main a')) stop?.()
    }
    document.addEventListener('click', listener)
    return () => document.removeEventListener('click', listener)
  }, [stop])

  const what = stop === null ? 'pressIn' : 'turnIn'
  const left = secondsLeft ?? waitSeconds
  const announced =
    secondsLeft === null ? null : (announcedAt.find((at) => secondsLeft <= at && at < waitSeconds) ?? waitSeconds)
  const textOf = (seconds: number) => (seconds === 0 ? t('wait.now') : waitText(t, what, seconds))
  const byItself = stop !== null && <span>{t('wait.byItself')}</span>
  return (
    <div className="grid gap-1 text-sm noscript:hidden">
      <p className="tabular-nums">
        <span>{textOf(left)}</span> {left > 0 && byItself}
      </p>
      {stop !== null && left > 0 && (
        <Button look="quiet" className="-my-2 justify-self-start text-sm" onClick={stop}>
          {t('wait.notByItself')}
        </Button>
      )}
      <p role="status" className="sr-only">
        {announced !== null && (
          <>
            <span>{textOf(left === 0 ? 0 : announced)}</span> {left > 0 && byItself}
          </>
        )}
      </p>
    </div>
  )
}
