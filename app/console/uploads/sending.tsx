import { useEffect, useState, type RefObject } from 'react'
import { Announcement } from '@/components/console/announcement'
import { ProgressBar } from '@/components/console/progress-bar'
import { useFormats } from '@/components/console/time'
import { useConsoleTexts } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { focus } from '@/components/ui/focus'
import { formatDuration } from '@/lib/format'

const sampleEveryMs = 500
/** The speed is that of the last five seconds. */
const maxSamples = 11

/** Returns the speed of an upload, and the seconds until it ends; null if unknown or more than a week. */
export function speedOf(samples: readonly { sentBytes: number; atMs: number }[], totalBytes: number) {
  const [first, last] = [samples.at(0), samples.at(-1)]
  if (!first || !last || first === last) return { bytesPerSecond: null, secondsLeft: null }
  const bytesPerSecond = ((last.sentBytes - first.sentBytes) / (last.atMs - first.atMs)) * 1000
  const secondsLeft = Math.ceil((totalBytes - last.sentBytes) / bytesPerSecond)
  return { bytesPerSecond, secondsLeft: secondsLeft > 7 * 86_400 ? null : secondsLeft }
}

/** It gets the focus, because the pressed button is hidden. Leaving the page asks for confirmation. */
export function SendingPanel({
  sent,
  totalBytes,
  onCancel,
}: {
  sent: RefObject<number>
  totalBytes: number
  onCancel: () => void
}) {
  const t = useConsoleTexts()
  const { bytes } = useFormats()
  const [samples, setSamples] = useState(() => [{ sentBytes: 0, atMs: performance.now() }])
  // Sampled by a timer instead of progress events, so that a stalled upload shows a falling speed.
  useEffect(() => {
    const sample = () => {
      const next = { sentBytes: sent.current, atMs: performance.now() }
      setSamples((before) => [...before, next].slice(-maxSamples))
    }
    const timer = setInterval(sample, sampleEveryMs)
    return () => clearInterval(timer)
  }, [sent])
  const question = t('uploads.form.sending.confirmLeave')
  useEffect(() => warnBeforeLeaving(question), [question])

  const sentBytes = samples.at(-1)?.sentBytes ?? 0
  const { bytesPerSecond, secondsLeft } = speedOf(samples, totalBytes)
  // The browser may count more bytes than the file has.
  const isAllSent = sentBytes >= totalBytes
  const percent = Math.floor((sentBytes / totalBytes) * 4) * 25
  const news = isAllSent ? 'allSent' : percent > 0 ? 'percentSent' : 'started'
  return (
    <div ref={focus} role="group" tabIndex={-1} aria-label={t('uploads.form.sending.title')} className="grid gap-3">
      <Announcement text={t(`uploads.form.sending.${news}`, { percent })} isNews />
      <ProgressBar label={t('uploads.form.sending.progress')} value={sentBytes} max={totalBytes} />
      {isAllSent ? (
        <p>{t('uploads.form.sending.allSent')}</p>
      ) : (
        <p className="flex flex-wrap gap-x-4 tabular-nums">
          <span>{t('uploads.form.sending.sent', { done: bytes(sentBytes), total: bytes(totalBytes) })}</span>
          {bytesPerSecond !== null && (
            <span>{t('uploads.form.sending.speed', { perSecond: bytes(bytesPerSecond) })}</span>
          )}
          {secondsLeft !== null && (
            <span>{t('uploads.form.sending.timeLeft', { duration: formatDuration(secondsLeft) })}</span>
          )}
        </p>
      )}
      <p className="text-sm text-muted">{t('uploads.form.sending.stayHere')}</p>
      <Button className="justify-self-start" onClick={onCancel}>
        {t('uploads.form.sending.cancel')}
      </Button>
    </div>
  )
}

/** Also before a link of this app, where browsers do not ask. @returns a function that ends the warnings. */
function warnBeforeLeaving(question: string): () => void {
  const controller = new AbortController()
  const { signal } = controller
  window.addEventListener('beforeunload', (event) => event.preventDefault(), { signal })
  document.addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null
      const opensElsewhere =
        event.ctrlKey || event.metaKey || event.shiftKey || link?.getAttribute('target') === '_blank'
      if (!link || opensElsewhere || window.confirm(question)) return
      event.preventDefault()
      event.stopPropagation()
    },
    { capture: true, signal },
  )
  return () => controller.abort()
}
