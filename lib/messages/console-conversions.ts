import { brand } from '@/lib/brand'
import type { ChartSeries } from '@/lib/console/conversions/bolts-chart'
import type { BreakdownKey } from '@/lib/console/conversions/breakdown'
import type { DateProblem } from '@/lib/console/conversions/query'
import type { ReconciliationCheck, ReconciliationVerdict } from '@/lib/console/conversions/reconciliation'
import { formatCount } from '@/lib/format'
import { capitalized } from './capitalized'

const conversions = (count: number) => `${formatCount(count)} ${count === 1 ? 'conversion' : 'conversions'}`

/** The texts of the page "Conversions", and of the page of one conversion. */
export const conversionMessages = {
  what: 'the conversions',
  filter: {
    title: 'Dates',
    from: 'From',
    until: 'Until',
    hint: `Sent to ${brand.serviceName} as they are. Its interface does not say which time of a conversion they are compared with, in which time zone, and whether the last day is included: where that matters, choose a day more on each side. An empty one sets no limit.`,
    apply: 'Show',
    clear: 'All dates',
    problems: {
      not_a_date: 'Enter a date, like 2026-01-31.',
      after_until: 'The first day is after the last one: exchange them.',
    } satisfies Record<DateProblem, string> as Record<DateProblem, string>,
    notAsked: 'Correct the dates to see conversions.',
  },
  empty: {
    title: 'There are no conversions yet.',
    filteredTitle: 'There are no conversions in these dates.',
    filteredText: 'Choose other dates, or see all of them.',
    beyondTitle: 'There is nothing on this page of the list.',
    firstPage: 'Go to the first page',
  },
  chart: {
    title: 'Bolts per conversion',
    summary: ({
      count,
      from,
      until,
      users,
      owner,
    }: Record<'from' | 'until' | 'users' | 'owner', string> & { count: number }) =>
      `${conversions(count)} from ${from} to ${until}: ${users} bolts for users, ${owner} for the owner. The table below has the same figures.`,
    series: { users: 'Users', owner: 'Subnet owner' } satisfies Record<ChartSeries, string>,
    bar: ({ day, users, owner }: Record<'day' | 'users' | 'owner', string>) =>
      `${day}: ${users} bolts for users, ${owner} for the owner`,
    unit: 'Bolts',
  },
  list: {
    caption: 'Conversions with the bolts distributed in each',
    convertedAt: 'Converted',
    period: 'Period',
    periodText: (from: string, until: string) => `${from} to ${until}`,
    id: 'Conversion',
    idToCopy: 'conversion ID',
    pool: 'Points in the pool',
    gross: 'Bolts allocated',
    total: 'Bolts distributed',
    users: 'To users',
    owner: 'To the owner',
    people: 'Users',
    adds: 'Adds up?',
    addsUp: 'Adds up',
    addsUpWithRemarks: (remarks: number) => `Adds up, ${remarks} ${remarks === 1 ? 'remark' : 'remarks'}`,
    unknown: 'Not known',
    doesNot: (wrong: number) => `${wrong} ${wrong === 1 ? 'difference' : 'differences'}`,
  },
  one: {
    title: 'Conversion',
    what: 'the conversion',
    intro: 'Its totals, whether its parts add up to them, and who got how many bolts.',
    back: 'Back to the conversions',
    missing: {
      title: 'This conversion was not found.',
      whole: (searched: number) =>
        `It is none of the ${conversions(searched)} that ${brand.serviceName} has. Check the address, or choose one from the list.`,
      unreadable: (count: number) =>
        `${conversions(count)} of these cannot be read, and may be the one. An export of all conversions as JSON has them as they are.`,
      part: (searched: number) =>
        `It is none of the first ${conversions(searched)}, and no more are looked through, since each comes with all its users. Choose its dates in the list, and open it there.`,
    },
    totals: {
      title: 'Totals',
      id: 'Conversion ID',
      convertedAt: 'Converted at',
      period: 'Period',
      periodTo: 'to',
      pool: 'Subnet Points in the pool',
      gross: 'Bolts allocated (gross)',
      total: 'Bolts distributed',
      users: 'Of these, to users',
      owner: 'Of these, to the subnet owner',
    },
  },
  reconciliation: {
    title: 'Do the parts add up?',
    fine: 'What must add up does.',
    unknown: 'Not known: entries of the breakdown cannot be read.',
    wrong: (wrong: number) =>
      wrong === 1 ? 'One sum that must be right is not.' : `${wrong} sums that must be right are not.`,
    advice: `These are the figures as ${brand.serviceName} gives them. Ask its operators, with the conversion ID and the differences.`,
    remarks: (remarks: number) =>
      `${remarks === 1 ? 'One figure is not' : `${remarks} figures are not`} as this console expects. The interface does not say that it must be so: a conversion can be right all the same.`,
    necessary: 'Must be so, by what the fields are',
    expectation: 'Expected; the interface does not say so',
    caption: 'Checks of this conversion',
    check: 'Check',
    expected: 'Expected',
    found: 'Found',
    difference: 'Difference',
    result: 'Result',
    checks: {
      total: 'What users and owner got makes the total distributed.',
      bolts: 'The bolts of all users in the breakdown make the users’ part.',
      shares: 'The shares of all users make 100 %.',
      points: 'The points of all users make the pool.',
      allocation: 'No more was distributed than allocated.',
    } satisfies Record<ReconciliationCheck, string> as Record<ReconciliationCheck, string>,
    units: {
      total: 'bolts',
      bolts: 'bolts',
      shares: '%',
      points: 'points',
      allocation: 'bolts',
    } satisfies Record<ReconciliationCheck, string> as Record<ReconciliationCheck, string>,
    verdicts: {
      exact: 'Equal',
      rounding: 'Equal but for rounding',
      wrong: 'Different',
      remark: 'Not as expected',
      unknown: 'Not known',
      within: 'Within it',
      nothing: 'Nothing to add up',
    } satisfies Record<ReconciliationVerdict, string> as Record<ReconciliationVerdict, string>,
    rounding: (allowance: string) => `Rounding of the parts explains up to ${allowance}.`,
    more: (amount: string) => `${amount} more.`,
    less: (amount: string) => `${amount} less.`,
    unreadable: 'Entries of the breakdown cannot be read.',
    left: (amount: string) => `${amount} less than allocated.`,
    nothing: 'The breakdown is empty.',
  },
  breakdown: {
    title: 'Breakdown by user',
    caption: 'Points, share and bolts of each user',
    columns: {
      wallet_address: 'Wallet address',
      user_id: 'User ID',
      subnet_points: 'Subnet Points',
      share_percentage: 'Share',
      bolts_earned: 'Bolts earned',
    } satisfies Record<BreakdownKey, string> as Record<BreakdownKey, string>,
    walletToCopy: 'wallet address',
    userToCopy: 'user ID',
    empty: 'The breakdown is empty.',
    more: 'More',
    search: {
      label: 'Find in the breakdown',
      hint: 'Any part of a wallet address or user ID. Upper and lower case matter.',
      button: 'Find',
      all: 'All rows',
      found: (matches: number, entries: number) =>
        `${matches === 0 ? 'Nothing' : formatCount(matches)} found in ${formatCount(entries)} ${entries === 1 ? 'row' : 'rows'}.`,
    },
  },
  byUser: {
    title: 'Bolts by conversion',
    intro: 'What one user got in each conversion.',
    back: 'Back to the conversions',
    label: 'User ID or wallet address',
    hint: 'The whole of it, letter for letter. By a wallet address only entries under that address are found.',
    button: 'Show',
    stop: 'Stop',
    again: 'Try again',
    noScript: 'Without JavaScript the conversions are not read here: export them as a file instead.',
    starting: `Asking ${brand.serviceName}, which cannot search: all conversions are read…`,
    progressLabel: 'Conversions read',
    progress: (searched: number, total: number) => `${formatCount(searched)} of ${conversions(total)} read.`,
    pausing: (duration: string) =>
      `${capitalized(brand.serviceName)} limits its rate and asks to wait ${duration}. It goes on by itself.`,
    whole: (shares: number, searched: number, bolts: string) =>
      shares === 0
        ? `Not in any of the ${conversions(searched)}.`
        : `${bolts} bolts in ${formatCount(shares)} ${shares === 1 ? 'entry' : 'entries'} of ${conversions(searched)}.`,
    part: (shares: number, searched: number, bolts: string) =>
      `Not whole: ${bolts} bolts in ${formatCount(shares)} ${shares === 1 ? 'entry' : 'entries'} of the ${conversions(searched)} that were read.`,
    changed: 'The list of conversions changed while it was read: what is here may not be all.',
    unreadable: (count: number) =>
      `${formatCount(count)} ${count === 1 ? 'record' : 'records'} cannot be read, and could be of this user.`,
    broken: {
      title: 'This broke off',
      text: 'The connection to this app was lost, or you are no longer signed in. Try again, or reload the page.',
    },
    caption: 'What this user got in each conversion',
    chart: 'Bolts in each conversion, the oldest first',
    bar: (day: string, bolts: string) => `${day}: ${bolts} bolts`,
    notFindable: 'The address must have ?user= and a user ID or a wallet address.',
  },
  allBreakdowns: 'Breakdowns of all these conversions as one CSV',
  export: {
    wrongDates: 'The dates in the address are not ISO 8601 dates, or the first is after the last.',
    missing: 'This conversion was not found, so there is nothing to export. Go back to the list and open it there.',
  },
}
