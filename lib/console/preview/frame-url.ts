import type { Scheme } from '@/lib/skin/theme'

/** One example of the preview, as it is shown in a frame. */
export interface FrameQuery {
  /** The example's name. */
  state: string
  /** A BCP 47 tag. */
  lang: string
  scheme: Scheme
}

const framePath = '/console/preview/frame'
const documentPath = '/console/preview/document'

/** Whether a path is that of a frame, which pages of this site may show inside themselves. */
export function isPreviewFrame(pathname: string): boolean {
  return pathname === framePath || pathname === documentPath
}

/**
 * The address of a frame.
 *
 * @param isDocument - for what is no page of Next but a document of its own.
 */
export function frameUrl(query: FrameQuery, isDocument: boolean): string {
  return `${isDocument ? documentPath : framePath}?${new URLSearchParams({ ...query })}`
}
