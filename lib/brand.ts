/** Names in those texts of the console that do not read the skin yet. */
export const brand = {
  /** Shown in the header and in every page's title. */
  name: 'Subnet Connect',
  /** The operator, as in "Contact <operator>". */
  operator: 'the operator of this site',
  /** The name of the platform that users come from. */
  serviceName: 'the service',
  /** Where users get help: an https URL or a mailto: link. Null if there is no such link. */
  supportUrl: null as string | null,
  /** The language of the texts, for the html element. */
  language: 'en',
} as const
