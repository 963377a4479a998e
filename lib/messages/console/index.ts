import type { Catalog } from '@/lib/messages/catalog'
import { en } from './en'

/** The languages of the console. A new language is another folder here. */
export const consoleLanguages: ReadonlyMap<string, Catalog> = new Map<string, Catalog>([['en', en]])
