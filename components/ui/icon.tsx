import { classNames } from './class-names'

/*
 * The icons of the pages, from Lucide 1.62 (https://lucide.dev), 24 by 24, drawn as lines. Each one joins the paths of
 * its icon. They are copied because the package is 1,600 times as large as these icons.
 *
 * ISC License. Copyright (c) 2026 Lucide Icons and Contributors. Permission to use, copy, modify, and/or
 * distribute this software for any purpose with or without fee is hereby granted, provided that the above
 * copyright notice and this permission notice appear in all copies. The software is provided "as is" and the
 * author disclaims all warranties with regard to this software including all implied warranties of
 * merchantability and fitness. In no event shall the author be liable for any special, direct, indirect, or
 * consequential damages or any damages whatsoever resulting from loss of use, data or profits, whether in an
 * action of contract, negligence or other tortious action, arising out of or in connection with the use or
 * performance of this software.
 */

export const alertIcon = 'm21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3M12 9v4M12 17h.01'
export const errorIcon = 'M12 2a10 10 0 1 0 0 20a10 10 0 1 0 0-20M12 8v4M12 16h.01'
export const successIcon = 'M12 2a10 10 0 1 0 0 20a10 10 0 1 0 0-20M16 9l-5.5 5.5L8 12'
export const cancelIcon = 'M12 2a10 10 0 1 0 0 20a10 10 0 1 0 0-20M15 9l-6 6M9 9l6 6'
export const safeIcon =
  'M20 13c0 5-3.5 7.5-7.66 8.95a1 1 0 0 1-.67-.01C7.5 20.5 4 18 4 13V6a1 1 0 0 1 1-1c2 0 4.5-1.2 6.24-2.72a1.17 1.17 0 0 1 1.52 0C14.51 3.81 17 5 19 5a1 1 0 0 1 1 1zM9 12l2 2 4-4'
export const eyeIcon =
  'M2.062 12.348a1 1 0 0 1 0-.696 10.75 10.75 0 0 1 19.876 0 1 1 0 0 1 0 .696 10.75 10.75 0 0 1-19.876 0M12 9a3 3 0 1 0 0 6a3 3 0 1 0 0-6'
export const returnIcon = 'M20 4v7a4 4 0 0 1-4 4H4M9 10l-5 5 5 5'
export const waitIcon = 'M12 2a10 10 0 1 0 0 20a10 10 0 1 0 0-20M12 6v6l4 2'
export const linkIcon = 'M9 17H7A5 5 0 0 1 7 7h2M15 7h2a5 5 0 1 1 0 10h-2M8 12h8'
export const optionsIcon = 'M5 12h.01M12 12h.01M19 12h.01'
export const typeIcon =
  'M4 6h16a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2M6 10h.01M10 10h.01M14 10h.01M18 10h.01M8 14h8'
export const walletIcon =
  'M19 7V4a1 1 0 0 0-1-1H5a2 2 0 0 0 0 4h15a1 1 0 0 1 1 1v4h-3a2 2 0 0 0 0 4h3a1 1 0 0 0 1-1v-2a1 1 0 0 0-1-1M3 5v14a2 2 0 0 0 2 2h15a1 1 0 0 0 1-1v-4'
export const copyIcon =
  'M10 8h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H10a2 2 0 0 1-2-2V10a2 2 0 0 1 2-2M4 16a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2'
export const nextIcon = 'm9 18 6-6-6-6'
export const externalIcon = 'M15 3h6v6M10 14 21 3M18 13v6a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2h6'
export const languageIcon =
  'M12 2a10 10 0 1 0 0 20a10 10 0 1 0 0-20M12 2a14.5 14.5 0 0 0 0 20a14.5 14.5 0 0 0 0-20M2 12h20'
export const moreIcon = 'm6 9 6 6 6-6'
export const plusIcon = 'M5 12h14M12 5v14'
export const phoneIcon = 'M7 2h10a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2M12 18h.01'

/** In the colour of the text beside it, which says the same to screen readers. */
export function Icon({ path, className }: { path: string; className?: string | undefined }) {
  return (
    <svg aria-hidden viewBox="0 0 24 24" className={classNames('icon', className)}>
      <path d={path} />
    </svg>
  )
}
