import { brand } from '@/lib/brand'
import type { ProblemKind } from '@/lib/console/shared/problem'
import { formatCount } from '@/lib/format'
import { capitalized } from './capitalized'

interface ProblemText {
  title: string
  text: string
}

const problems = {
  unauthenticated: {
    title: 'The key was not accepted.',
    text: 'Check SERVICE_API_KEY and SERVICE_BASE_URL: staging and production have keys of their own. The key check on the overview tells more.',
  },
  forbidden: {
    title: 'The key may not do this.',
    text: 'Check SUBNET_ID, and that the key was created for this subnet by somebody who is still one of its admins; otherwise create a new key.',
  },
  rate_limited: {
    title: 'Too many requests in a short time.',
    text: 'Wait a moment, then try again.',
  },
  server_error: {
    title: `${capitalized(brand.serviceName)} has a problem of its own.`,
    text: 'Try again in a moment. If it goes on, tell its operators the time and the page.',
  },
  unknown: {
    title: 'The request was refused for a reason that the interface does not list.',
    text: `Read what ${brand.serviceName} says about it, if it says anything, and look into this server's log for the status.`,
  },
  csv_missing: {
    title: 'No CSV file arrived.',
    text: 'Choose the file again, and upload it.',
  },
  wallet_not_found: {
    title: 'No account has this wallet.',
    text: 'Check the address, letter by letter: upper and lower case matter.',
  },
  address_missing: {
    title: `${capitalized(brand.serviceName)} did not find the address in the request.`,
    text: 'Check SERVICE_PARAM_ADDRESS: it must be the name that the interface gives to the address parameter.',
  },
  unreachable: {
    title: `${capitalized(brand.serviceName)} could not be reached.`,
    text: "Check SERVICE_BASE_URL and this server's network, then try again.",
  },
  timed_out: {
    title: `${capitalized(brand.serviceName)} did not answer in time.`,
    text: 'Try again. If it goes on, ask for fewer rows, or raise SERVICE_DEADLINE_SECONDS.',
  },
  redirect: {
    title: `${capitalized(brand.serviceName)} is not at the address that is configured.`,
    text: 'It answered with a redirect, which is not followed with a key. Set SERVICE_BASE_URL to where it is now.',
  },
  too_large: {
    title: 'The answer was too large to be read.',
    text: 'Ask for fewer rows a page.',
  },
  inconsistent_list: {
    title: 'The pages of the list do not add up.',
    text: `${capitalized(brand.serviceName)} gave fewer or more rows than it says there are, or the same ones again. What was read is not the whole list. Try again; if it goes on, tell its operators.`,
  },
  not_json: {
    title: `The answer did not come from ${brand.serviceName}.`,
    text: 'It is no JSON: something in between, or another site, answered. Check SERVICE_BASE_URL.',
  },
  wrong_page: {
    title: 'Another page of the list came than the one that was asked for.',
    text: 'Check SERVICE_PARAM_PAGE: it must be the name that the interface gives to the page number.',
  },
  unexpected_shape: {
    title: 'The answer is not the one that the interface describes.',
    text: "Check that SERVICE_BASE_URL and the SERVICE_PARAM_ names are right. This server's log says which field it is.",
  },
} satisfies Record<ProblemKind, ProblemText> as Record<ProblemKind, ProblemText>

/** The texts that all console pages share. Each page also has its own file. */
export const consoleMessages = {
  skipLink: 'Skip to the content',
  navigationLabel: 'Console',
  pages: {
    overview: 'Overview',
    connects: 'Connects',
    taskRuns: 'Task runs',
    conversions: 'Conversions',
    balances: 'Balances',
    uploads: 'Batch uploads',
    resources: 'Resources by wallet',
  },
  intros: {
    connects: 'Who tried to connect a wallet, what came of it, and what to tell those who ask.',
    taskRuns: 'Runs whose end has not landed on chain yet, the longest without an update first.',
    conversions: 'When Subnet Points were turned into bolts, and who got how many.',
    balances: 'Every user of the subnet, with their points and the bolts earned here.',
    uploads: 'Send task runs as a CSV file.',
    resources: 'What belongs to the account behind a wallet on this subnet.',
  },
  deploymentLabel: 'Deployment and account',
  environment: {
    staging: { name: 'Staging', note: 'for trying out' },
    production: { name: 'Production', note: 'live' },
  },
  signedInAs: 'Signed in as',
  signOut: 'Sign out',
  signingOut: 'Signing out…',

  loading: (what: string) => `Reading ${what} from ${brand.serviceName}…`,
  failure: {
    title: 'This page could not be shown',
    text: `Something went wrong on this server, and its log says what. Nothing at ${brand.serviceName} was changed.`,
    retry: 'Try again',
  },

  copy: {
    button: (what: string) => `Copy ${what}`,
    copied: 'Copied',
    failed: 'Copying is not allowed here: select the text and copy it by hand.',
  },

  table: {
    export: 'All rows as',
    exportFormat: { csv: 'CSV', json: 'JSON' },
    exportLabel: { csv: 'Export all rows as CSV', json: 'Export all rows as JSON' },
  },
  pagination: {
    label: 'Pages',
    first: 'First',
    previous: 'Previous',
    next: 'Next',
    last: 'Last',
    position: (page: number, pages: number) => `Page ${formatCount(page)} of ${formatCount(pages)}`,
    range: (from: number, to: number, total: number) =>
      `${formatCount(from)} to ${formatCount(to)} of ${formatCount(total)}`,
    beyond: (page: number, total: number) =>
      `Page ${formatCount(page)} is beyond the last of ${formatCount(total)} rows`,
    sizeLabel: 'Rows per page',
  },
  /** Beside a user, wherever one is listed. */
  user: { resources: 'Resources', bolts: 'Bolts by conversion' },
  yes: 'Yes',
  no: 'No',
  none: 'None',

  /** A record of a list that is not as the interface describes it. */
  unreadable: {
    name: 'Cannot be read',
    text: (field: string) =>
      field === ''
        ? `${capitalized(brand.serviceName)} gave something else than a record here:`
        : `${capitalized(brand.serviceName)} gave this record with an unexpected value of ${field}, or without it:`,
  },
  serviceSays: `${capitalized(brand.serviceName)} says:`,
  retry: 'Try again',
  retryAfter: (seconds: number) =>
    `It asks to wait ${formatCount(seconds)} ${seconds === 1 ? 'second' : 'seconds'} first.`,
  /** Why data could not be read, and what to do about it. */
  problems,
}
