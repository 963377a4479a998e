import 'server-only'
import type { RefusalReason } from './outcome'

/** What the operator should check, logged when users are refused for a reason that only the operator can fix. */
export const operatorHints: Partial<Record<RefusalReason, string>> = {
  not_authorized:
    'The service refused the subnet or its key: check SUBNET_ID, SERVICE_API_KEY and SERVICE_BASE_URL (staging and production have their own), and that the key was created by a current admin of this subnet.',
  invalid_request: 'The service refused the body of the confirm request: its answer names the field.',
  redirected: 'The service answered with a redirect, which is not followed: check SERVICE_BASE_URL.',
  return_url_unusable: 'The service confirmed, but its return_url is not an absolute http or https address.',
  answer_unreadable: 'The answer was no JSON, or too large: check that SERVICE_BASE_URL is the address of the service.',
  no_answer: 'No answer came in time: check SERVICE_BASE_URL and the network of this server.',
  unknown: 'The service gave an answer that its interface does not describe.',
}
