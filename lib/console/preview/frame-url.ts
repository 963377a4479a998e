import type { Scheme } from '@/lib/skin/theme'

/** One example of the preview in a frame. */
export interface FrameQuery {
  /** The example's name. */
  state: string
  /** A BCP 47 tag. */
  lang: string
  scheme: Scheme
}

const framePath = '/console/preview/frame'
const documentPath = '/console/preview/document'

/** Checks whether a path belongs to a frame, which pages of this site may embed. */
export function isPreviewFrame(pathname: string): boolean {
  return pathname === framePath || pathname === documentPath
}

/**
 * Returns the URL of a frame.
 *
 * @param isDocument - whether the example is a separate HTML document instead of a page of Next.
 */
export function frameUrl(query: FrameQuery, isDocument: boolean): string {
  return `${isDocument ? documentPath : framePath}?${new URLSearchParams({ ...query })}`
}
