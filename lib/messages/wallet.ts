import { brand } from '@/lib/brand'

/** Every text about choosing a wallet and proving it, in the order in which a user meets them. */
export const walletMessages = {
  openIn: {
    title: 'Is your wallet an app?',
    text: 'Wallet apps have browsers of their own. Open this page in yours, sign in there, and choose your wallet.',
    button: (app: string) => `Open in ${app}`,
    busy: (app: string) => `Opening ${app}…`,
  },
  section: {
    title: 'Your wallet',
    intro: {
      optional: 'Choose a wallet of this browser, or paste the address of one below.',
      required: 'Choose a wallet of this browser and sign with it: here, everybody proves that their wallet is theirs.',
      lockedOptional:
        'You can choose your wallet in this browser and sign with it, to prove that the address below is yours.',
      lockedRequired:
        'Choose your wallet in this browser and sign with it: here, everybody proves that their wallet is theirs.',
    },
    choose: 'Choose a wallet',
    loading: 'Looking for wallets…',
    unavailable: {
      title: 'The list of wallets could not be loaded.',
      text: 'Check your connection, then press the button again.',
    },
    needsScripts: 'Your browser does not run the scripts of this page, and without them no wallet can sign.',
  },
  list: {
    title: 'Choose a wallet',
    none: 'This browser has no wallet yet.',
    missing: 'not installed: get it',
    newTab: '(opens in a new tab)',
    phoneApp: 'a wallet app on this phone',
  },
  connecting: {
    title: (wallet: string) => `Waiting for ${wallet}…`,
    text: 'Allow the connection in your wallet. Its window may be behind this one.',
    giveUp: 'Stop waiting',
  },
  connected: {
    title: (wallet: string) => `${wallet} is connected.`,
    address: 'Its address:',
    addressHint: (wallet: string) => `The address that ${wallet} has given.`,
    another: 'Use another wallet',
    whatFor: `A signature proves to ${brand.serviceName} that this wallet is yours. It is no transaction: it moves nothing and costs nothing. Your wallet will show you the text to be signed, which begins with “service-connect:”.`,
    whatItAdds:
      'You can connect without it. With it, your connection also takes the place of one that another account has made with your address, without proving it.',
  },
  signing: {
    title: (wallet: string) => `Waiting for your signature in ${wallet}…`,
    text: 'Look at the text in your wallet and sign it there. Its window may be behind this one.',
  },
  signed: {
    title: (wallet: string) => `Signed with ${wallet || 'your wallet'}: this proves that the wallet is yours.`,
    text: 'Press Connect to finish.',
  },
  problem: {
    declined: {
      title: (wallet: string) => `The connection was declined in ${wallet}.`,
      text: 'Nothing has happened. Choose the wallet again and allow the connection, or use another one.',
    },
    not_signed: {
      title: (wallet: string) => `The signature was declined in ${wallet}.`,
      text: 'Nothing was signed. You can press the button again.',
    },
    locked: {
      title: (wallet: string) => `${wallet} is locked.`,
      text: 'Open it and unlock it, then try again here.',
    },
    no_account: {
      title: (wallet: string) => `${wallet} has not shown this page any account.`,
      text: 'Open it, choose an account for this page, then try again here.',
    },
    switched: {
      title: (wallet: string) => `${wallet} has switched to another account.`,
      text: 'Nothing is signed with the new one yet.',
      before: 'Before',
      now: 'Now',
    },
    other_address: {
      title: (wallet: string) => `${wallet} has another address than your account here.`,
      text: 'Only the address of your account can be connected. Switch to it in your wallet, or use another wallet.',
      own: 'In the wallet',
      locked: 'In your account here',
    },
    disconnected: {
      title: (wallet: string) => `${wallet} has disconnected from this page.`,
      text: 'Choose it again to go on, or use another wallet.',
    },
    cannot_sign: {
      title: (wallet: string) => `${wallet} cannot sign a text with this account.`,
      text: 'Some wallets, such as a Ledger, sign transactions only.',
    },
    given_up: {
      title: (wallet: string) => `You stopped waiting for ${wallet}.`,
      text: 'Whatever it answers now is ignored. You can try again, or use another wallet.',
    },
    wrong_signature: {
      title: (wallet: string) => `${wallet} has signed something else than this page asked for.`,
      text: 'That proves nothing. Some wallets add words of their own, and some sign with another account than they show. You can try again, or use another wallet.',
    },
    apps_blocked: {
      title: () => 'Your browser does not let this page reach the wallet app.',
      text: 'Allow this site to reach other apps on this device, in the settings of your browser, then try again.',
    },
    apps_allowed: {
      title: () => 'Your browser now lets this page reach the wallet app.',
      text: 'Choose it again to go on.',
    },
    no_app: {
      title: () => 'No wallet app answered on this phone.',
      text: 'Install one, or use another wallet.',
    },
    site_offline: {
      title: () => 'This site could not be reached.',
      text: 'Check your connection, then press the button again.',
    },
    failed: {
      title: (wallet: string) => `Something went wrong in ${wallet}.`,
      text: 'Try again, or use another wallet.',
    },
    /** Added to a problem with the proof if the proof is optional. */
    goOnWithout: 'You can also connect without a signature.',
  },
  /** Shown if this server refused a confirm because of its proof. The service was not called. */
  refused: {
    missing: {
      title: 'Sign with your wallet first.',
      text: 'Choose your wallet, then press “Sign and connect”.',
    },
    refused: {
      title: 'The signature does not prove that this wallet is yours.',
      text: 'Nothing was sent. Sign again, with the wallet whose address is to be connected.',
    },
  },
}
