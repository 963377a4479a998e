import { brand } from '@/lib/brand'
import { capitalized } from './capitalized'

const service = brand.serviceName
const theService = capitalized(service)

/** The user's account: "your Acme account", or "your account at the service", which has no name to put before it. */
const yourAccount = /^the /i.test(service) ? `your account at ${service}` : `your ${service} account`

/*
 * The texts of the connect flow that a browser may need after the page has come: those of the form, and of what can
 * come of a press.
 */

export const confirmMessages = {
  title: `Connect a wallet to ${yourAccount}`,
  signedInAs: 'Signed in as',
  signOut: 'Sign out',
  signingOut: 'Signing out…',
  ownLinkTitle: 'Did someone send you this link?',
  ownLink: 'Cancel. It would connect your wallet to their account.',
  walletLabel: 'Wallet address',
  lockedWallet: 'The wallet in your account here',
  lockedWalletUnusable: `The wallet address in your account here isn’t valid. Please contact ${brand.operator}.`,
  toldTitle: `What ${service} will see`,
  toldAddress: 'Your wallet address',
  toldIdentifier: 'An anonymous ID',
  toldPlainIdentifier: 'Your user ID here:',
  connect: 'Connect',
  connecting: 'Connecting…',
  connectingStatus: `Asking ${service} to connect your wallet. This can take up to 30 seconds.`,
  signAndConnect: 'Sign and connect',
  connectUnsigned: 'Connect without signing',
  waitingForWallet: (wallet: string) => `Waiting for ${wallet}…`,
  cancel: 'Cancel',
  cancelling: 'Cancelling…',
  minutesLeft: (minutes: number) => `Link expires in ${minutes} minutes`,
  secondsLeft: (seconds: number) => `Link expires in ${secondsText(seconds)}`,
  waitingButton: (seconds: number) =>
    seconds > 120 ? `Connect (in ${Math.ceil(seconds / 60)} min)` : `Connect (in ${seconds} s)`,
}

export const walletAddressProblemMessages = {
  missing: 'Enter your wallet address.',
  wrong_characters: 'That isn’t a wallet address. Addresses have only letters and digits, and no 0, O, I or l.',
  wrong_length: 'That isn’t a complete wallet address. Copy all of it from your wallet.',
  transaction_signature: 'That’s a transaction signature. Copy your wallet’s address, which is about half as long.',
}

export const refusedMessages = {
  /** Our own words, which come first. */
  title: {
    already_confirmed: 'This link has already been used',
    request_not_found: 'This link no longer works',
    request_expired: 'This link has expired',
    nonce_mismatch: 'This isn’t your newest link',
    invalid_address: 'This address wasn’t accepted',
    invalid_request: 'The request wasn’t accepted',
    not_authorized: 'This site can’t connect wallets right now',
    rate_limited: 'Lots of people are connecting',
    server_error: `${theService} has a problem`,
    redirected: `${theService} has moved`,
    no_answer: `${theService} didn’t answer`,
    answer_unreadable: `We couldn’t read the answer from ${service}`,
    return_url_unusable: `Your wallet was confirmed, but ${service} gave no way back`,
    unknown: `${theService} refused, without saying why`,
  },
  remedy: {
    press_connect_again: `Press Connect again on your profile page at ${service}.`,
    open_newest_link: `Press Connect again on your profile page at ${service}, and close any older tab.`,
    check_address: 'Check the address, then press Connect again.',
    try_again: 'Your link still works: press Connect again.',
    tell_operator: `This isn’t something you can fix. Please contact ${brand.operator}.`,
  },
  /** In place of `check_address`, where no address can be typed. */
  anotherWallet: 'Use another wallet, or another account in it.',
  serviceAnswer: `${theService} said:`,
  code: 'Support code:',
  wait: {
    title: 'Lots of people are connecting',
    turnIn: (seconds: number) => `Your turn comes in ${secondsText(seconds)}.`,
    pressIn: (seconds: number) => `Wait ${secondsText(seconds)}, then press Connect again.`,
    place: (place: number) => (place === 1 ? 'One person is ahead of you.' : `${place} people are ahead of you.`),
    byItself: 'Keep this page open: it connects by itself.',
    nowText: 'You can press Connect again now.',
  },
  tooManyAttempts: {
    title: 'You’ve pressed Connect too often',
    text: (seconds: number) => `Wait ${secondsText(seconds)}, then press Connect again. Your link still works.`,
  },
  updated: {
    title: 'This site was just updated',
    text: 'Nothing was sent, and nothing you entered is lost. Press Connect again.',
  },
  offline: {
    title: 'We couldn’t reach this site',
    text: 'Check your connection, then press Connect again. Your link still works.',
  },
  profileLink: 'Go to my profile page',
  supportLink: 'Get help',
  tryAgain: 'Try again',
  tryingAgain: 'Trying again…',
}

/** When a link came. */
export const arrivalMessages = {
  minutesAgo: (minutes: number) =>
    minutes === 0 ? 'less than a minute ago' : minutes === 1 ? 'a minute ago' : `${minutes} minutes ago`,
  at: (time: string) => `at ${time}`,
}

/** In seconds where they matter, else in minutes. */
function secondsText(seconds: number): string {
  if (seconds > 120) return `${Math.ceil(seconds / 60)} minutes`
  return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
}
