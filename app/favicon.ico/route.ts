import { skinFile } from '@/app/skin/skin-file'

/** For programs that ask for it without reading a page. Pages name the skin's own icon. */
export const GET = () => skinFile('favicon.ico')
