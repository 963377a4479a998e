import { brand } from '@/lib/brand'
import type { ConnectUrlRule } from '@/lib/console/overview/connect-url'
import type { KeyCheckVerdict } from '@/lib/console/overview/key-check'
import { formatCount } from '@/lib/format'
import type { ServiceNames } from '@/lib/service'
import { capitalized } from './capitalized'

interface VerdictText {
  title: string
  text: string
}

/** The texts of the page "Overview". */
export const overviewMessages = {
  intro: 'Whether this deployment is healthy, and where to look closer.',
  counts: {
    title: 'At a glance',
    atLeast: (count: number) => `${formatCount(count)} or more`,
    pending: {
      title: 'Pending task runs',
      what: 'the pending task runs',
      text: 'whose end has not landed on chain yet',
      link: 'See the task runs',
    },
    stuck: {
      title: 'Stuck task runs',
      what: 'the pending task runs',
      text: (minutes: number) =>
        `without an update for more than ${formatCount(minutes)} ${minutes === 1 ? 'minute' : 'minutes'}`,
      none: 'Nothing to do.',
      some: 'Look into these first.',
      unknown: 'Unknown',
      unknownText: 'The task runs could not be read.',
      link: 'See the stuck ones',
    },
    users: {
      title: 'Users',
      what: 'the number of users',
      text: 'in the list of balances',
      link: 'See the balances',
    },
    conversion: {
      title: 'Latest conversion',
      what: 'the latest conversion',
      none: 'None yet',
      unknown: 'Unknown',
      unknownText: 'The first or the last conversion of the list cannot be read.',
      text: (bolts: string, total: number) =>
        `${bolts} bolts distributed; ${formatCount(total)} ${total === 1 ? 'conversion' : 'conversions'} so far. The later of the first and the last in the list, whose order the interface does not say.`,
      link: 'See the conversions',
    },
  },
  deployment: {
    title: 'This deployment',
    environment: 'Environment',
    environmentText: {
      staging: 'Staging. Nothing here is live: it has its own base address, subnet and keys.',
      production: 'Production. What you do here is live, for real users.',
    },
    baseUrl: 'Base address',
    subnetId: 'Subnet ID',
  },
  names: {
    title: 'Names in force',
    text: `The interface does not show these names. Where an answer of ${brand.serviceName} shows that one is wrong, the page says so.`,
    meaning: {
      signature: 'field of the signature',
      from: 'first date',
      until: 'last date',
      page: 'page number',
      limit: 'rows a page',
      address: 'wallet address',
    } satisfies Record<keyof ServiceNames, string> as Record<keyof ServiceNames, string>,
    setBy: (variable: string) => `set by ${variable}`,
    unchecked: `No answer shows whether ${brand.serviceName} reads it, so it cannot be checked: ask for the name there.`,
  },
  connectUrl: {
    title: 'Connect URL',
    text: `Register this address at ${brand.serviceName}, letter for letter:`,
    copy: 'the connect URL',
    met: 'Met',
    broken: 'Not met',
    rules: {
      https: 'It begins with https.',
      no_query: 'It has no query (?…).',
      no_fragment: 'It has no fragment (#…).',
    } satisfies Record<ConnectUrlRule, string> as Record<ConnectUrlRule, string>,
    fix: `${capitalized(brand.serviceName)} refuses this address. It is made of NEXTAUTH_URL: set that to the https address where people reach this app. On your own machine http is fine for trying out.`,
  },
  keyCheck: {
    title: 'Key check',
    text: `Asks ${brand.serviceName} to confirm a request that nobody made. It must answer that it does not know it, which only happens where key and subnet ID are right. Nothing is changed; it counts as one of the 120 confirms a minute.`,
    button: 'Check the key',
    busy: 'Checking…',
    status: `Asking ${brand.serviceName}…`,
    offline: {
      title: 'This app could not be reached',
      text: 'Check your connection, then press the button again. If you were signed in long ago, reload the page.',
    },
    answeredAt: (time: string, status: number | null) =>
      status === null ? `Checked at ${time}.` : `Checked at ${time}: status ${status}.`,
    verdicts: {
      fine: {
        title: 'Key and subnet ID are right',
        text: `${capitalized(brand.serviceName)} answered that it does not know the made-up request, as it should.`,
      },
      bad_request: {
        title: 'The subnet ID or the key is not accepted (400)',
        text: 'Check that SUBNET_ID is the ID from your registration, in this environment, and that SERVICE_API_KEY is complete.',
      },
      unauthenticated: {
        title: 'The key is not accepted (401)',
        text: 'Check SERVICE_API_KEY: it may be incomplete, revoked, or of the other environment. Staging and production have keys, base addresses and subnets of their own.',
      },
      forbidden: {
        title: 'The key is not good for this subnet (403)',
        text: 'Either SUBNET_ID is that of another subnet, or whoever created the key is no longer an admin of this one. Correct the ID, or have a current admin create a new key.',
      },
      rate_limited: {
        title: 'Too many confirms in the last minute (429)',
        text: 'That says nothing about the key yet. Your users share the same 120 a minute, so they may be waiting too.',
      },
      server_error: {
        title: `${capitalized(brand.serviceName)} has a problem of its own (5xx)`,
        text: 'That says nothing about the key yet. Try again in a moment; if it goes on, tell its operators.',
      },
      redirect: {
        title: 'The base address has moved',
        text: 'It answered with a redirect, which is not followed with a key. Set SERVICE_BASE_URL to where the service is now.',
      },
      not_the_service: {
        title: 'Something else answers at the base address',
        text: 'The answer is not one that the interface describes: a proxy, a login page, or another site. Check SERVICE_BASE_URL, its path included.',
      },
      unexpected: {
        title: 'An answer that does not fit the question',
        text: 'It neither knows nor refuses the made-up request as the interface says. Check SERVICE_BASE_URL, and ask the operators of the service.',
      },
      unreachable: {
        title: 'Nobody answers at the base address',
        text: "Check SERVICE_BASE_URL, this server's network, and its DNS and TLS certificates.",
      },
      timed_out: {
        title: 'No answer in time',
        text: "Try again. If it goes on, check this server's network, or raise SERVICE_DEADLINE_SECONDS.",
      },
    } satisfies Record<KeyCheckVerdict, VerdictText> as Record<KeyCheckVerdict, VerdictText>,
  },
}
