import { brand } from '@/lib/brand'

/** The service's name where it begins a sentence. */
const theService = brand.serviceName.charAt(0).toUpperCase() + brand.serviceName.slice(1)

/** Every text of the connect flow, in the order in which a user meets them. */
export const connectMessages = {
  incompleteLink: {
    title: 'This link is incomplete',
    text: `A part of the connect link is missing or was changed on the way. Go to your profile page at ${brand.serviceName} and press Connect there: it brings you back here with a new link.`,
    profileLink: 'Go to my profile page',
  },
  nothingToConnect: {
    title: 'Nothing to connect',
    text: `There is no connect link waiting here. Links work once, for 30 minutes, in the browser that opened them. If you have just connected, you are done: your profile page shows it.`,
    cancelled: 'Cancelled. Nothing was sent, and your wallet is not connected.',
    next: `To connect a wallet, press Connect on your profile page at ${brand.serviceName}.`,
    profileLink: 'Go to my profile page',
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
    connected: 'Connected. Taking you back…',
    cancel: 'Cancel',
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
    /** Shown where the service gave no text of its own. */
    fallback: {
      already_confirmed: 'This request has already been confirmed.',
      request_not_found: 'This request is not known any more.',
      request_expired: 'This request has expired.',
      nonce_mismatch: 'This is not the newest link.',
      invalid_address: 'The wallet address was not accepted.',
      invalid_request: 'The request was not accepted.',
      not_authorized: 'This site is not allowed to connect wallets at the moment.',
      rate_limited: 'Too many people are connecting at the moment.',
      server_error: `${theService} has a problem of its own.`,
      redirected: `${theService} is not at the address that this site knows.`,
      no_answer: `${theService} did not answer.`,
      answer_unreadable: `${theService} gave an answer that this site could not read.`,
      return_url_unusable: `${theService} confirmed your wallet, but gave no way back.`,
      unknown: `${theService} refused, and did not say why.`,
      nothing_held: 'There is no connect link waiting here any more.',
      superseded: 'You have opened a newer link since.',
      page_offline: 'This site could not be reached.',
    },
    remedy: {
      press_connect_again: `Go to your profile page at ${brand.serviceName} and press Connect again.`,
      open_newest_link: `Open the newest link: go to your profile page at ${brand.serviceName} and press Connect again, and use no older tab.`,
      check_address: 'Check the address, correct it and press Connect again.',
      wait: (seconds: number) => `Wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'}, then press Connect again.`,
      waitOver: 'You can press Connect again now.',
      try_again: 'Press Connect to try again in a moment. Your link is still good.',
      tell_operator: `You can do nothing wrong here: tell ${brand.operator}, and try again later.`,
      superseded: 'This page now shows the newest one. Press Connect to go on with it.',
      page_offline: 'Check your connection, then press Connect again. Your link is still good.',
    },
    profileLink: 'Go to my profile page',
    supportLink: 'Get help',
  },
}
