import 'server-only'

/**
 * Whether Next redirects this address to another spelling of it: without a slash at its end, or with one slash in
 * place of several. It does so before `proxy.ts` is asked, so that nothing of this app adds headers to the redirect,
 * whose `Location` repeats the query with the nonce.
 *
 * @param url - path and query.
 */
export function isRedirectedByNext(url: string): boolean {
  const [path = ''] = url.split('?', 1)
  return (path !== '/' && path.endsWith('/')) || /[/\\]{2}|\\/.test(path)
}
