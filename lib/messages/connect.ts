import { brand } from '@/lib/brand'
import { confirmMessages, refusedMessages, walletAddressProblemMessages } from './connect-form'

const service = brand.serviceName

/** Every text of the connect flow but that of when a link came, in the order in which a user meets them. */
export const connectMessages = {
  incompleteLink: {
    title: 'This link is incomplete',
    text: `Part of the link is missing. Go to your profile page at ${service} and press Connect to get a new one.`,
    profileLink: 'Go to my profile page',
  },
  nothingToConnect: {
    title: 'Nothing to connect',
    because: {
      none: 'No connect link is open here. Links work once, for 30 minutes, in the browser that opened them. If you just connected, you’re done.',
      cancelled: 'Cancelled. Nothing was sent, and no wallet was connected.',
      signed_out: 'You signed out while a connect link was open, so we put it aside.',
    },
    next: `To connect a wallet, press Connect on your profile page at ${service}.`,
    profileLink: 'Go to my profile page',
    undo: 'Bring the link back',
    undoing: 'Bringing it back…',
  },
  whichLink: {
    title: 'Which link is yours?',
    text: 'Two or more connect links were opened in this browser. Pick the one you opened yourself.',
    textOne: 'This link was opened alongside another one. Go on only if you opened it yourself.',
    warning: 'Someone else’s link would connect your wallet to their account. Not sure? Cancel and start again.',
    newest: 'Newest link',
    older: 'Earlier link',
    requestId: (id: string) => `Request ${id}`,
    chooseNewest: 'The newest link is mine',
    chooseOlder: (place: number) => (place === 1 ? 'The link before it is mine' : `Link ${place + 1} is mine`),
    choosing: 'Opening it…',
    cancel: 'Cancel all of them',
  },
  busy: {
    title: 'Try again in a moment',
    text: 'We can’t look up your connect link right now. It isn’t lost.',
    retry: 'Try again',
  },
  confirm: confirmMessages,
  walletAddressProblem: walletAddressProblemMessages,
  refused: refusedMessages,
}
