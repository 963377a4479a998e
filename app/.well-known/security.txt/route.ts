import { skinFile } from '@/app/skin/skin-file'

/** The contact for vulnerability reports (RFC 9116). Only the operator knows it, so the skin contains the file. */
export const GET = () => skinFile(['security.txt'])
