import 'server-only'
import type { RefusalReason } from './outcome'

/** Advice for the operator about refusals, for the log and the console. */
const hints: Partial<Record<RefusalReason, string>> = {
  request_not_found:
    'If the service knows no link at all, the connect URL is registered at its other deployment: compare SERVICE_BASE_URL and SERVICE_ENVIRONMENT with the one where users press Connect (staging or production).',
  not_authorized:
    'The service refused the subnet or its key: check SUBNET_ID, SERVICE_API_KEY and SERVICE_BASE_URL (staging and production have their own), and that the key was created by a current admin of this subnet.',
  invalid_request: 'The service refused the body of the confirm request, and its answer names the field.',
  redirected: 'The service answered with a redirect, which is not followed: check SERVICE_BASE_URL.',
  return_url_unusable: 'The service confirmed, but its return_url is not an absolute http or https URL.',
  answer_unreadable:
    'Something between this app and the service answered, so this says nothing about the key. Look at the status and the content type in the log: check that SERVICE_BASE_URL is the address of the service, and that its CDN, firewall or gateway lets this server through (an allow-list of IP addresses).',
  no_answer: 'The service did not answer in time: check SERVICE_BASE_URL and the network of this server.',
  unknown: 'The service gave an answer that its interface does not describe.',
}

/**
 * Returns advice for the operator about a refusal.
 *
 * @param field - the request field that the service's answer names.
 * @param signatureField - the configured name of the signature field (SERVICE_SIGNATURE_FIELD).
 */
export function operatorHint(reason: string, field: string | undefined, signatureField: string): string | undefined {
  if (reason === 'invalid_request' && field !== undefined) {
    return field === signatureField
      ? `The service refused the field "${field}": if it knows the signature by another name, set SERVICE_SIGNATURE_FIELD. Until then, users can connect without signing.`
      : `The service refused the field "${field}" of the confirm request.`
  }
  return Object.hasOwn(hints, reason) ? hints[reason as RefusalReason] : undefined
}
