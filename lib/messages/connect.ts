import { brand } from '@/lib/brand'
import { capitalized } from './capitalized'

const theService = capitalized(brand.serviceName)

/** Every text of the connect flow, in the order in which a user meets them. */
export const connectMessages = {
  incompleteLink: {
    title: 'This link is incomplete',
    text: `A part of the connect link is missing or was changed on the way. Go to your profile page at ${brand.serviceName} and press Connect there: it brings you back here with a new link.`,
    profileLink: 'Go to my profile page',
  },
  nothingToConnect: {
    title: 'Nothing to connect',
    because: {
      none: 'There is no connect link waiting here. Links work once, for 30 minutes, in the browser that opened them. If you have just connected, you are done: your profile page shows it.',
      cancelled: 'Cancelled. Nothing was sent, and your wallet is not connected.',
      signed_out: 'You signed out while a connect link was open, so it was put aside.',
    },
    next: `To connect a wallet, press Connect on your profile page at ${brand.serviceName}.`,
    profileLink: 'Go to my profile page',
    undo: 'Bring the link back',
    undoing: 'Bringing it back…',
  },
  whichLink: {
    title: 'Which link is yours?',
    text: 'More than one connect link has been opened in this browser. Choose the one that you opened yourself.',
    textOne: 'This connect link was opened beside another one. Go on only if you opened it yourself.',
    warning: `A link from somebody else connects their account at ${brand.serviceName} to your wallet. If you are not sure, cancel and press Connect on your own profile page again.`,
    newest: 'The newest link came',
    older: 'An earlier link came',
    minutesAgo: (minutes: number) =>
      minutes === 0 ? 'less than a minute ago' : minutes === 1 ? 'a minute ago' : `${minutes} minutes ago`,
    at: (time: string) => `at ${time}`,
    requestId: (id: string) => `Request ${id}`,
    chooseNewest: 'The newest link is mine',
    chooseOlder: (place: number) => (place === 1 ? 'The link before it is mine' : `Link ${place + 1} is mine`),
    choosing: 'Opening it…',
    cancel: 'Cancel all of them',
  },
  busy: {
    title: 'Try again in a moment',
    text: 'This site cannot look up your connect link at the moment. Your link is not lost.',
    retry: 'Try again',
  },
  confirm: {
    title: 'Connect your wallet',
    intro: `You pressed Connect at ${brand.serviceName}. Choose the wallet that your account there is to be connected with.`,
    signedInAs: 'Signed in as',
    signOut: 'Not you? Sign out',
    signingOut: 'Signing out…',
    walletLabel: 'Wallet address',
    walletHint: 'Paste the address of your wallet: 32 to 44 letters and digits.',
    lockedWallet: 'This is the address in your account here. It cannot be changed on this page.',
    lockedWalletUnusable: `The wallet address in your account here is not a valid one, so it cannot be connected. Ask ${brand.operator} to correct it.`,
    toldTitle: `What ${brand.serviceName} will be told`,
    toldAddress: 'Your wallet address.',
    toldIdentifier: 'An identifier of your account here, which says nothing about you.',
    toldPlainIdentifier: 'Your user ID here:',
    ownLinkTitle: 'Did you start this yourself?',
    ownLink: `Go on only if you pressed Connect on your own profile page at ${brand.serviceName}. If somebody sent you the link, cancel: your wallet would be connected to their account.`,
    connect: 'Connect',
    connecting: 'Connecting…',
    connectingStatus: `Asking ${brand.serviceName} to connect your wallet. This can take up to half a minute.`,
    signAndConnect: 'Sign and connect',
    connectUnsigned: 'Connect without signing',
    waitingForWallet: (wallet: string) => `Waiting for ${wallet}…`,
    cancel: 'Cancel',
    cancelling: 'Cancelling…',
    minutesLeft: (minutes: number) => `This link is good for ${minutes} more minutes.`,
    secondsLeft: (seconds: number) => `This link is good for ${seconds} more ${seconds === 1 ? 'second' : 'seconds'}.`,
    waitingButton: (seconds: number) => `Connect (in ${seconds} s)`,
  },
  walletAddressProblem: {
    missing: 'Enter the address of your wallet.',
    wrong_characters:
      'That is not a wallet address: it has characters that no address has. Addresses have letters and digits, but no 0, O, I or l.',
    wrong_length: 'That is not a wallet address: its length is wrong. Copy the whole address from your wallet.',
    transaction_signature:
      'That is a transaction signature, not an address. Copy the address of your wallet, which is about half as long.',
  },
  refused: {
    /** Our own words, which come first. */
    title: {
      already_confirmed: 'This link has already been used.',
      request_not_found: 'This link is no longer known.',
      request_expired: 'This link has expired.',
      nonce_mismatch: 'This is not your newest link.',
      invalid_address: 'This wallet address was not accepted.',
      invalid_request: 'The request was not accepted.',
      not_authorized: 'This site cannot connect wallets at the moment.',
      rate_limited: 'Too many people are connecting at the moment.',
      server_error: `${theService} has a problem.`,
      redirected: `${theService} is not at the address that this site knows.`,
      no_answer: `${theService} did not answer.`,
      answer_unreadable: `${theService} gave an answer that this site could not read.`,
      return_url_unusable: `${theService} confirmed your wallet, but gave no way back.`,
      unknown: `${theService} refused, and did not say why.`,
    },
    remedy: {
      press_connect_again: `Go to your profile page at ${brand.serviceName} and press Connect again.`,
      open_newest_link: `Open the newest link: go to your profile page at ${brand.serviceName} and press Connect again. Do not use an older tab.`,
      check_address: 'Check the address, correct it and press Connect again.',
      try_again: 'Press Connect to try again in a moment. Your link is still good.',
      tell_operator: `This is not something you can fix. Please contact ${brand.operator}.`,
    },
    serviceAnswer: `Answer of ${brand.serviceName}:`,
    code: 'If you ask for help, give this code:',
    wait: {
      title: 'Too many people are connecting at the moment.',
      turnIn: (seconds: number) => `Your turn comes in ${secondsText(seconds)}.`,
      pressIn: (seconds: number) => `Wait ${secondsText(seconds)}, then press Connect again.`,
      place: (place: number) => (place === 1 ? 'One person is before you.' : `${place} people are before you.`),
      byItself: 'Keep this page open: it connects by itself then.',
      nowText: 'You can press Connect again now.',
    },
    tooManyAttempts: {
      title: 'You have pressed Connect too often.',
      text: (seconds: number) => `Wait ${secondsText(seconds)}, then press Connect again. Your link is still good.`,
    },
    updated: {
      title: 'This site has just been updated.',
      text: 'Nothing was sent. What you entered is still here: press Connect again.',
    },
    offline: {
      title: 'This site could not be reached.',
      text: 'Check your connection, then press Connect again. Your link is still good.',
    },
    profileLink: 'Go to my profile page',
    supportLink: 'Get help',
    tryAgain: 'Try again',
    tryingAgain: 'Trying again…',
  },
}

function secondsText(seconds: number): string {
  return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
}
