import { skinFile } from '@/app/skin/skin-file'

/** The icon for programs that request it without reading a page. Pages link to the skin's own icon. */
export const GET = () => skinFile('favicon.ico')
