import { readJsonLines } from '@/lib/console/shared/json-lines'

/**
 * Requests a task that reports its progress, and passes on its messages. The last event is always `broken`, which
 * must have no effect after an end.
 */
export async function followJsonLines<Message>(
  url: string,
  signal: AbortSignal,
  onEvent: (event: Message | { kind: 'broken' }) => void,
): Promise<void> {
  try {
    const response = await fetch(url, { signal })
    if (response.ok && response.body) {
      for await (const message of readJsonLines<Message>(response.body)) onEvent(message)
    }
  } catch {
    // Every failure is reported as `broken`, below.
  }
  onEvent({ kind: 'broken' })
}
