import { ownerOf, type OpenLink } from './link'

/** Ada's open link, as stored in the cookie. */
export const openLink = (now: number): OpenLink => ({
  id: 'link-0000001',
  requestId: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  nonce: 'the-nonce-of-this-test',
  digest: 'digest-1',
  arrivedAt: now,
  owner: ownerOf('ada'),
  status: 'open',
  changedAt: now,
})
