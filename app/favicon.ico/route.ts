import { skinFile } from '@/app/skin/skin-file'

/** For a skin without icons. Here, because an operator may delete the default skin's. */
const shippedIcon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#2a4bd7"/><path d="M13 19l6-6M11.5 15.5l-2 2a4 4 0 0 0 5.6 5.6l2-2M20.500 16.500l2-2a4 4 0 0 0-5.600-5.600l-2 2" fill="none" stroke="#fff" stroke-width="2.500" stroke-linecap="round"/></svg>`

/** For programs that read no page, which links to the skin's icon. */
export const GET = () =>
  skinFile(['favicon.ico', 'icon.svg', 'icon.png'], { content: Buffer.from(shippedIcon), type: 'image/svg+xml' })
