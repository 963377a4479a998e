import { brand } from '@/lib/brand'
import type { GatedOutcome } from '@/lib/connect/gated-confirm'
import { formatCount, formatPercent } from '@/lib/format'
import { capitalized } from './capitalized'

/** Why an attempt did not connect: what the service or this app says, and what a user had to wait for. */
export type ConnectReason =
  Extract<GatedOutcome, { kind: 'refused' }>['reason'] | Extract<GatedOutcome, { kind: 'wait' }>['cause']

interface ReasonText {
  name: string
  /** What staff can say to the user who asks. */
  tell: string
}

const theService = capitalized(brand.serviceName)
const newLink = `Go to your profile page at ${brand.serviceName} and press Connect again.`
const ours = 'This is our fault and not yours. We are looking into it; please try again later.'

const reasons = {
  already_confirmed: {
    name: 'Link already used',
    tell: `This link has been used. If your profile page does not show the wallet, press Connect there again.`,
  },
  request_not_found: { name: 'Link unknown', tell: `${theService} no longer knows this link. ${newLink}` },
  request_expired: {
    name: 'Link expired',
    tell: `A link is good for 30 minutes, and this one is older. ${newLink}`,
  },
  nonce_mismatch: {
    name: 'Not the newest link',
    tell: `You have pressed Connect more than once, and only the newest link works. ${newLink} Do not use an older tab.`,
  },
  invalid_address: {
    name: 'Wallet address not accepted',
    tell: 'Check the address letter by letter, or choose your wallet instead of typing the address.',
  },
  invalid_request: { name: 'Request not accepted', tell: ours },
  not_authorized: { name: 'Key or subnet not accepted', tell: ours },
  rate_limited: {
    name: 'Too many at once',
    tell: 'Many people are connecting. Wait a minute, then press Connect again.',
  },
  server_error: {
    name: 'The service failed',
    tell: `${theService} has a problem. Your link is still good: press Connect again in a few minutes.`,
  },
  redirected: { name: 'The service has moved', tell: ours },
  no_answer: {
    name: 'No answer',
    tell: `${theService} did not answer in time. Your link is still good: press Connect again in a few minutes.`,
  },
  answer_unreadable: {
    name: 'Answer not readable',
    tell: `${theService} gave an answer that we could not read. Press Connect again in a few minutes.`,
  },
  return_url_unusable: {
    name: 'Connected, but no way back',
    tell: `Your wallet may well be connected: look at your profile page at ${brand.serviceName} first.`,
  },
  unknown: { name: 'Refused without a known reason', tell: ours },
  queue: { name: 'Waited for a turn', tell: 'Many people are connecting. Keep the page open: it connects by itself.' },
  attempts: {
    name: 'Pressed too often',
    tell: 'You have pressed Connect many times. Wait a minute, then press it once.',
  },
  service: {
    name: 'Waited for the service',
    tell: `${theService} has a problem, and we leave it alone for a moment. Keep the page open: it connects by itself.`,
  },
  busy: {
    name: 'Waited for this server',
    tell: 'Many people are connecting. Keep the page open: it connects by itself.',
  },
  asked: {
    name: 'Asked to wait by the service',
    tell: 'Many people are connecting. Keep the page open: it connects by itself.',
  },
} satisfies Record<ConnectReason, ReasonText> as Record<ConnectReason, ReasonText>

/** The texts of the page "Connects". */
export const connectsMessages = {
  reasons,
  /** A reason that another version has written. */
  unknownReason: 'Another reason',
  outcomes: { connected: 'Connected', refused: 'Refused', wait: 'Had to wait' },

  rate: {
    title: 'How it goes',
    today: 'Today',
    week: 'Last 7 days',
    none: 'No attempt yet.',
    noneThatDay: 'none',
    /** A share of attempts. A wait is neither: the same press goes on after it. */
    share: (connected: number, total: number) =>
      `${formatCount(connected)} of ${formatCount(total)} connected (${formatPercent(Math.round((connected / total) * 100))})`,
    days: 'By day, in UTC',
    reasons: 'Why not, in these days',
    noReasons: 'Nobody was refused.',
  },
  find: {
    title: 'Find an attempt',
    label: 'Code, request ID or user ID',
    hintMinimal: 'The code is on the user’s page. User IDs are not kept: that needs CONNECT_RECORDS=full.',
    hintFull: 'The code is on the user’s page. A user ID is that of your login.',
    button: 'Find',
    all: 'Show all attempts',
    found: (count: number) => (count === 1 ? 'One attempt' : `${formatCount(count)} attempts`),
    foundMany: (count: number) => `The newest ${formatCount(count)} attempts`,
    none: {
      title: 'No attempt has this code or ID',
      text: 'It may be older than what is kept, or of a page where Connect was not pressed: then only the log has it.',
      minimal: 'A user ID cannot be found: CONNECT_RECORDS is minimal, so none is kept.',
      process: 'Or another instance has it, or a restart has forgotten it: there is no Redis.',
    },
  },
  attempt: {
    tell: 'What to tell the user',
    check: 'What to check',
    log: 'In the log',
    logText: 'The lines of this request have this text:',
    logCopy: 'the text to look for',
    connectedTell: `The wallet is connected. If the profile page at ${brand.serviceName} does not show it, reload that page.`,
  },
  list: {
    title: 'Attempts, the newest first',
    caption: 'Attempts to connect',
    time: 'Time',
    outcome: 'Outcome',
    reason: 'Reason',
    code: 'Code',
    request: 'Request',
    requestId: 'request ID',
    user: 'User',
    userId: 'user ID',
    wallet: 'Wallet',
    walletAddress: 'wallet address',
    proven: 'Proven',
    status: 'Status',
    duration: 'Took',
    milliseconds: (count: number) => `${formatCount(count)} ms`,
    calls: 'Calls',
    older: 'Older ones',
    newest: 'Back to the newest',
    none: { title: 'Nobody has pressed Connect yet', text: 'Each press is listed here, with what came of it.' },
    unreadable: (count: number) =>
      count === 1
        ? 'One entry of this page was written by another version of this app and cannot be shown.'
        : `${formatCount(count)} entries of this page were written by another version of this app and cannot be shown.`,
  },
  kept: {
    redis: (days: number, entries: number) =>
      `Kept in Redis for ${formatCount(days)} ${days === 1 ? 'day' : 'days'}, ${formatCount(entries)} attempts at most.`,
    process:
      'Kept in the memory of this process: what other instances did is not here, and a restart forgets it. Set REDIS_URL to keep it.',
    waiting: (count: number) =>
      `${formatCount(count)} ${count === 1 ? 'entry waits' : 'entries wait'} for Redis to come back, and are not shown yet.`,
    lost: (count: number) =>
      `${formatCount(count)} ${count === 1 ? 'entry' : 'entries'} could not be kept since this instance started. The log has them.`,
  },
  away: {
    title: 'The attempts cannot be read now',
    text: 'Redis does not answer. Nothing is lost: try again in a moment.',
  },

  webhooks: {
    title: 'Messages to your own systems',
    off: 'None are sent: CONNECTED_WEBHOOK_URL is not set.',
    fine: 'Everything has arrived.',
    failed: (count: number) =>
      count === 1 ? 'One message has not arrived.' : `${formatCount(count)} messages have not arrived.`,
    shown: (count: number) => `The first ${formatCount(count)} are listed.`,
    waiting: (count: number) => `${formatCount(count)} wait for Redis to come back.`,
    lost: (count: number) => `${formatCount(count)} could not be kept since this instance started, and are lost.`,
    caption: 'Messages that have not arrived',
    type: 'What',
    types: { 'wallet.connected': 'A wallet was connected', 'task_runs.stuck': 'Task runs are stuck' },
    lastAttempt: 'Last attempt',
    result: 'Came to',
    results: { timeout: 'No answer in time' } as Readonly<Record<string, string>>,
    attempts: 'Attempts',
    next: 'Next attempt',
    givenUp: 'Given up',
    again: 'Send again',
    sending: 'Sending…',
    sent: 'It is sent again now. Reload this page in a moment: if it is gone from the list, it has arrived.',
    gone: 'That message has arrived in the meantime.',
  },
}
