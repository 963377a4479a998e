/** Every text about choosing a wallet and proving it, in the order in which a user meets them. */
export const walletMessages = {
  section: {
    choose: 'Choose a wallet',
    more: 'More wallets',
    loading: 'Looking for wallets…',
    enterAddress: 'Enter an address instead',
    unavailable: {
      title: 'The list of wallets didn’t load',
      text: 'Check your connection, then try again.',
    },
    needsScripts: 'A wallet has to sign here, and that needs JavaScript. Turn it on and reload this page.',
  },
  list: {
    title: 'Choose a wallet',
    none: 'No wallet found in this browser.',
    missing: 'Get it',
    newTab: '(opens in a new tab)',
    phoneApp: 'A wallet app on this phone',
    openIn: (app: string) => `Open in ${app}`,
  },
  connecting: {
    title: (wallet: string) => `Waiting for ${wallet}…`,
    text: 'Approve the connection in your wallet.',
    giveUp: 'Stop waiting',
  },
  connected: {
    /** After the wallet's name, for screen readers. */
    title: 'is connected.',
    another: 'Change',
    whatFor: 'Signing is free and moves no funds.',
  },
  signing: {
    title: (wallet: string) => `Waiting for ${wallet}…`,
    text: 'Sign the text that starts with “service-connect:”.',
  },
  signed: {
    title: (wallet: string) => wallet || 'Your wallet',
    text: 'Signed',
  },
  problem: {
    declined: {
      title: (wallet: string) => `You declined the connection in ${wallet}`,
      text: 'Choose it again and approve, or use another wallet.',
    },
    not_signed: {
      title: (wallet: string) => `You declined to sign in ${wallet}`,
      text: 'Nothing was signed. You can try again.',
    },
    locked: {
      title: (wallet: string) => `${wallet} is locked`,
      text: 'Unlock it, then try again.',
    },
    no_account: {
      title: (wallet: string) => `${wallet} shared no account`,
      text: 'Open it, allow an account for this page, then try again.',
    },
    switched: {
      title: (wallet: string) => `${wallet} switched to another account`,
      text: 'Nothing is signed with the new one yet.',
      before: 'Before',
      now: 'Now',
    },
    other_address: {
      title: (wallet: string) => `${wallet} has a different address`,
      text: 'Only the wallet in your account here can be connected. Switch to it, or use another wallet.',
      own: 'In the wallet',
      locked: 'In your account here',
    },
    disconnected: {
      title: (wallet: string) => `${wallet} disconnected`,
      text: 'Choose it again, or use another wallet.',
    },
    cannot_sign: {
      title: (wallet: string) => `${wallet} can’t sign with this account`,
      text: 'Some wallets, such as Ledger, sign transactions only.',
    },
    given_up: {
      title: (wallet: string) => `You stopped waiting for ${wallet}`,
      text: 'Anything it sends now is ignored. Try again, or use another wallet.',
    },
    wrong_signature: {
      title: (wallet: string) => `${wallet} signed something else`,
      text: 'That proves nothing. Try again, or use another wallet.',
    },
    apps_blocked: {
      title: () => 'Your browser blocked the wallet app',
      text: 'In your browser’s settings, allow this site to reach other apps on this device. Then try again.',
    },
    apps_allowed: {
      title: () => 'Your browser now allows the wallet app',
      text: 'Choose it again.',
    },
    no_app: {
      title: () => 'No wallet app answered on this phone',
      text: 'Install one, or use another wallet.',
    },
    site_offline: {
      title: () => 'We couldn’t reach this site',
      text: 'Check your connection, then try again.',
    },
    failed: {
      title: (wallet: string) => `Something went wrong in ${wallet}`,
      text: 'Try again, or use another wallet.',
    },
    /** Added to a problem with the proof if the proof is optional. */
    goOnWithout: 'Or connect without signing.',
  },
  /** Shown if this server refused a confirm because of its proof. The service was not called. */
  refused: {
    missing: {
      title: 'Sign with your wallet first',
      text: 'Choose your wallet, then press “Sign and connect”.',
    },
    refused: {
      title: 'The signature doesn’t prove this wallet is yours',
      text: 'Nothing was sent. Choose your wallet and sign again.',
    },
  },
}
