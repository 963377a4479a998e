import { skinFile } from '@/app/skin/skin-file'

/** Whom to tell of a vulnerability (RFC 9116). Only the operator knows, so it is a file of the skin. */
export const GET = () => skinFile('security.txt')
