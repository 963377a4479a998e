import { brand } from '@/lib/brand'

/** The texts of the start page and of the error pages. */
export const commonMessages = {
  home: {
    title: brand.name,
    text: `This site connects your wallet to your account at ${brand.serviceName}. Start there: press Connect on your profile page, and you will come back here.`,
    profileLink: 'Go to my profile page',
  },
  notFound: {
    title: 'Page not found',
    text: 'There is no page at this address. If a link brought you here, it may be incomplete.',
    homeLink: 'Go to the start page',
  },
  failure: {
    title: 'Something went wrong',
    text: 'This page could not be shown. Nothing has been lost: try again, and if it goes on, tell the operator of this site.',
    retry: 'Try again',
  },
}
