import { brand } from '@/lib/brand'

/** The texts of the sign-in page. */
export const signInMessages = {
  title: 'Sign in',
  text: 'Sign in to go on. If a link brought you here, you will come back to it.',
  provider: { button: 'Sign in with your account', busy: 'Signing in…' },
  demo: {
    warning: 'Demo login: any name will do. It works on this machine only, for trying things out.',
    nameLabel: 'Name',
    nameHint: 'The same name is the same user again.',
    button: 'Sign in',
    busy: 'Signing in…',
  },
  problems: {
    updated: {
      title: 'This site has just been updated',
      text: 'You are not signed in yet. Sign in again.',
    },
    name: 'Enter a name of 1 to 80 characters.',
    unreachable: {
      title: 'The login could not be reached',
      text: `Try again in a moment. If it goes on, tell ${brand.operator}.`,
    },
    unfinished: {
      title: 'You are not signed in yet',
      text: `The sign-in was cancelled, took too long, or went on in another window. Try again, in this window. If it goes on, tell ${brand.operator}.`,
    },
    failed: {
      title: 'Signing in did not work',
      text: `Try again. If it goes on, tell ${brand.operator}.`,
    },
  },
  signedIn: {
    title: 'You are signed in',
    text: (name: string) => `You are signed in as ${name}.`,
    goOn: 'Go on',
    signOut: 'Sign out',
    signingOut: 'Signing out…',
    signOutHint: 'Not you? Sign out. A connect link that is still open is put aside then, for you alone.',
  },
}
