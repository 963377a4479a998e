import type { Catalog } from '@/lib/messages/catalog'
import en from './en.json' with { type: 'json' }

/** The languages that are shipped, English first. Another one is another file here, or one in a skin. */
export const languages: ReadonlyMap<string, Catalog> = new Map<string, Catalog>([['en', en]])
