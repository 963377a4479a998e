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
  problems: {
    title: 'What is wrong with this deployment',
    not_https: {
      title: 'It is not on https.',
      text: 'Fine on your own machine. For users, set NEXTAUTH_URL to the https address where they reach this app, and put a proxy with a certificate in front.',
    },
    demo_login: {
      title: 'The demo login is on: anybody can be anybody.',
      text: 'For trying out only. Remove DEMO_LOGIN and set OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.',
    },
    several_instances: {
      title: 'There are several instances, and no Redis between them.',
      text: 'Each counts limits for itself, so that together they pass the service’s limit; a sign-out holds at one of them alone; and each knows its own attempts to connect. Set REDIS_URL, the same on every instance.',
    },
    clock_off: {
      title: (seconds: number, direction: 'ahead' | 'behind') =>
        `This machine’s clock is ${formatCount(seconds)} seconds ${direction === 'ahead' ? 'ahead of' : 'behind'} ${brand.serviceName}’s.`,
      text: 'Links end too early or too late, and times in this console mislead. Set it by NTP (timedatectl set-ntp true).',
    },
    build_too_old: {
      title: 'The build does not know its configuration.',
      unknown: (names: string) =>
        `Nothing reads ${names}. Either it is a slip, and .env.example has the right name, or it is of a newer version than the one that runs.`,
      actionsKey:
        'NEXT_SERVER_ACTIONS_ENCRYPTION_KEY is set, and was not as this build was made. Build again with it: until then a form of one build fails on an instance of another.',
    },
    names_unconfirmed: {
      title: `${capitalized(brand.serviceName)} has not shown that it understands every name that its interface leaves open.`,
      text: 'With a wrong name a list begins at page 1 again and again, or a date is ignored. The check makes some ten calls, and changes nothing.',
      never: 'never checked.',
      check: 'Check the names',
      checking: 'Checking…',
    },
    no_support_link: {
      title: 'There is no support link.',
      text: 'A user who cannot connect is told to contact you, and not how. Set supportUrl in lib/brand.ts.',
    },
  },
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
      users_first: {
        title: 'Not checked: users come first',
        text: 'Users are connecting, and need all the confirms that can be made now. That says nothing about the key yet. Try again in a minute.',
      },
    } satisfies Record<KeyCheckVerdict, VerdictText> as Record<KeyCheckVerdict, VerdictText>,
  },
}
