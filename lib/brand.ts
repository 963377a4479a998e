/** Who runs this deployment, as people read it. A skin changes these lines, `theme.css` and `messages/`. */
export const brand = {
  /** Shown in the header and in every page's title. */
  name: 'Subnet Connect',
  /** The operator, as in "Contact <operator>". */
  operator: 'the operator of this site',
  /** What the platform that sent the user here is called. */
  serviceName: 'the service',
  /** Where a user gets help: an https page or a mailto: link; null shows none. */
  supportUrl: null as string | null,
  /** The language of the texts, for the html element. */
  language: 'en',
} as const
