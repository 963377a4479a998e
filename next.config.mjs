/** @type {import('next').NextConfig} */
export default {
  // The header only tells strangers what to attack.
  poweredByHeader: false,
  reactStrictMode: true,
  typedRoutes: true,
  // `next dev` would print the address of each request, and the nonce with it, and what is sent to actions.
  logging: { incomingRequests: false, serverFunctions: false, browserToTerminal: false },
}
