import { brand } from '@/lib/brand'
import { formatCount } from '@/lib/format'
import { capitalized } from './capitalized'

const theService = capitalized(brand.serviceName)
const rows = (count: number) => `${formatCount(count)} ${count === 1 ? 'row' : 'rows'}`
const columns = (count: number) => `${formatCount(count)} ${count === 1 ? 'column' : 'columns'}`
const cells = (count: number) => `${formatCount(count)} ${count === 1 ? 'cell' : 'cells'}`
const list = (names: readonly (string | number)[]) => names.join(', ')

/** The texts of the page "Batch uploads". */
export const uploadMessages = {
  noScript: {
    title: 'This page needs JavaScript',
    text: 'The file is checked in your browser and sent as it is read, however large it is. Turn JavaScript on for this site, and reload the page.',
  },
  loading: 'Getting ready…',

  file: {
    title: 'File',
    label: 'CSV file',
    drop: 'Drop a CSV file here, or choose one.',
    hint: 'Nothing is sent before you press Upload.',
    expected: (names: readonly string[]) => `This deployment expects the columns ${list(names)}.`,
    noneExpected: `Which columns ${brand.serviceName} needs is not in its interface: ask there, and set TASK_BATCH_COLUMNS to have them checked here.`,
    several: 'That was more than one file: drop one at a time.',
  },

  check: {
    title: 'Check',
    checking: 'Checking…',
    progress: 'Checked',
    checked: (done: string, total: string) => `${done} of ${total} read`,
    stop: 'Stop checking',
    name: 'Name',
    size: 'Size',
    rows: 'Rows',
    columns: 'Columns',
    soFar: (count: number) => `${formatCount(count)} so far`,
    sound: (count: number) => `No fault found in ${rows(count)}.`,
    stopped: {
      title: 'Not all of the file has been checked',
      text: 'You stopped the check. The file can be uploaded as it is; choose it again to check all of it.',
    },
    unreadable: {
      title: 'The file could not be read',
      text: 'It may have been moved, changed or deleted since you chose it. Choose it again.',
    },
    impossible: {
      title: 'The file could not be checked here',
      text: `Your browser could not run the check. The file can be uploaded unchecked: ${brand.serviceName} judges it.`,
    },
    faultsThatStop: 'This file cannot be uploaded as it is',
    faultsThatWarn: 'Look at this before you upload',
    preview: (count: number) => (count === 1 ? 'The first row' : `The first ${formatCount(count)} rows`),
    line: 'Line',
    unnamedColumn: (position: number) => `Column ${formatCount(position)}`,
    moreColumns: (count: number) => `${columns(count)} more, not shown here.`,
  },

  faults: {
    empty: 'The file is empty. Choose one with a header row and at least one row below it.',
    no_header: (line: number) => `Line ${line}: the header row has no names. Put the names of the columns there.`,
    no_rows: 'There is a header row, and no row below it.',
    not_utf8: (line: number) =>
      `Line ${formatCount(line)}: bytes that are no UTF-8. Save the file as “CSV UTF-8” and choose it again.`,
    utf16: 'The file is UTF-16, which some programs call “Unicode”. Save it as “CSV UTF-8” and choose it again.',
    nul: (line: number) =>
      `Line ${formatCount(line)}: a NUL character. The file may be damaged, or no CSV: a spreadsheet must be saved as “CSV UTF-8”.`,
    broken_quotes: (line: number) =>
      `Line ${formatCount(line)}: a quote is not closed, or stands where none may, so nobody can tell where this row ends. Put the cell into quotes, and double each quote inside it.`,
    endless_row: (line: number) =>
      `Line ${formatCount(line)} is longer than 1 MB, which no task run is. Check that this is a CSV, and that its lines end.`,
    duplicate_columns: (line: number, names: readonly string[]) =>
      `Line ${formatCount(line)}: more than one column is named ${list(names)}. Which of them counts, nobody can tell.`,
    too_many_columns: (line: number, total: number, max: number) =>
      `Line ${formatCount(line)}: ${columns(total)}, and at most ${formatCount(max)} are taken. Check that the lines of the file end where its rows do.`,
    missing_columns: (names: readonly string[]) =>
      `${names.length === 1 ? 'This column is' : 'These columns are'} missing: ${list(names)}. Upper and lower case matter. If ${brand.serviceName} does not need them any more, change TASK_BATCH_COLUMNS.`,
    unnamed_columns: (line: number, positions: readonly number[]) =>
      `Line ${formatCount(line)}: ${positions.length === 1 ? 'column' : 'columns'} ${list(positions)} without a name. There may be a comma too many.`,
    header_looks_like_data: (line: number, example: string) =>
      `Line ${formatCount(line)} should name the columns, but “${example}” looks like data. If there is no header row, the first task run may be taken for one.`,
    other_separator: (line: number, separator: string) =>
      `Line ${formatCount(line)}: one column only, with ${separator} in it. Cells must be separated by commas.`,
    separators: { ';': 'semicolons', '\t': 'tabs', '|': 'bars' },
    ragged_rows: (total: number, expected: number) =>
      `${rows(total)} ${total === 1 ? 'has' : 'have'} more or fewer cells than the header, which has ${formatCount(expected)}. Whether the others are taken in, the interface does not say.`,
    every_row_ragged: (expected: number) =>
      `Every row has more or fewer cells than the header, which has ${formatCount(expected)}.`,
    ragged_row: (line: number, count: number) => `Line ${formatCount(line)}: ${cells(count)}`,
    raggedMore: (count: number) => `… and ${formatCount(count)} more`,
  },

  credential: {
    title: 'Sent with',
    key: "The subnet's API key",
    keyHint: 'What this deployment always uses.',
    jwt: "A subnet admin's JWT",
    jwtHint: `From the dashboard of ${brand.serviceName}, for this upload alone.`,
    jwtLabel: 'JWT',
    jwtFieldHint: 'It is sent with the file, and kept nowhere: not here, and not on the server.',
    jwtMissing: 'Paste the JWT, or choose the API key.',
    jwtInvalid:
      'That is no JWT: it has characters that none has, or it is too long. Copy the whole of it, on one line.',
  },

  upload: 'Upload',
  uploadAgain: 'Send again',
  uploadTwice: 'Send a second time all the same',
  uploadAnother: 'Upload another file',
  waitForCheck: 'You can upload once the file has been checked.',

  sending: {
    title: 'Uploading',
    progress: 'Sent',
    started: 'Upload started.',
    percentSent: (percent: number) => `${percent} percent sent.`,
    allSent: `All sent. Waiting for the answer of ${brand.serviceName}…`,
    sent: (done: string, total: string) => `${done} of ${total}`,
    speed: (perSecond: string) => `${perSecond} a second`,
    timeLeft: (duration: string) => `${duration} left`,
    stayHere: 'Keep this page open until it is done.',
    cancel: 'Cancel',
    confirmLeave: 'The upload is not done yet, and leaving this page ends it. Leave all the same?',
  },

  outcomes: {
    taken: {
      title: (queued: number) => `${theService} took the file in: ${rows(queued)} queued`,
      titleWithFailed: (queued: number, failed: number) =>
        `${theService} took the file in: ${rows(queued)} queued, ${formatCount(failed)} failed`,
      id: 'Batch ID',
      queued: 'Queued',
      failed: 'Failed',
      next: `The rows are processed later. The ID is meant for asking how far the batch has come: the interface has no operation for that, so quote it to the operators of ${brand.serviceName}. The task runs page lists the 100 pending runs without an update for the longest, so new rows may not show there.`,
      failedText: `${theService} does not say which rows failed. Rows with more or fewer cells than the header are named above, if there were any.`,
      notKept: 'This batch could not be kept in the list below: note its ID.',
      link: 'See the task runs',
    },
    sentBefore: {
      title: 'This file was sent before',
      text: ({ time, fileName, by }: Record<'time' | 'fileName' | 'by', string>) =>
        `The very same bytes were sent at ${time} by ${by}, as ${fileName}. This time the upload was stopped before its end, so ${brand.serviceName} does not have the whole file.`,
      noAnswer: `No answer came then that says whether ${brand.serviceName} took them in.`,
      batch: 'Batch ID',
      advice: 'Send it a second time only if its rows are meant to be there twice, or are known not to be there.',
    },
    cancelled: {
      title: 'Cancelled',
      text: `The upload was broken off before the whole file was sent, so ${brand.serviceName} has no complete request. Send it again when you like.`,
    },
    brokenOff: {
      title: 'The connection broke',
      text: 'The file did not arrive whole. Check your connection, and send it again.',
    },
    fileChanged: {
      title: 'The file was changed',
      text: 'It has been changed, moved or deleted since you chose it, so it was not sent whole. Choose it again.',
    },
    signedOut: {
      title: 'You are not signed in any more',
      text: 'Sign in again in another tab, come back here, and send the file again.',
      link: 'Sign in in a new tab',
    },
    notFromThisApp: {
      title: (status: number) =>
        status >= 500
          ? `Something in between answered for this app (status ${status})`
          : `Something in between refused the file (status ${status})`,
      tooLarge: 'A proxy in front of this app limits the size of uploads. Have its limit raised.',
      other: "The answer did not come from this app. Look into the log of the proxy in front of it, and this server's.",
    },
    jwtRefused: {
      title: 'The JWT was not accepted',
      text: `It may have expired, or be of an account that is no admin of this subnet. Get a new one from the dashboard of ${brand.serviceName}, or use the API key.`,
    },
    /** Replaces the console's general text, since the deadline of an upload works differently. */
    timedOut: {
      title: `${theService} did not go on`,
      text: 'For two minutes nothing happened: it neither took more of the file nor answered.',
    },
    mayBeTaken: `The rows may have been taken in all the same, and a second time if you send the file again. This console cannot tell: the task runs page lists the 100 pending runs without an update for the longest, so new rows may be missing there. Ask the operators of ${brand.serviceName} first, with the time and the name of the file.`,
  },
}
