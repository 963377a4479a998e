/** @type {import('next').NextConfig} */
export default {
  // The header only tells strangers what to attack.
  poweredByHeader: false,
  reactStrictMode: true,
  typedRoutes: true,
}
