import type { Catalog } from '@/lib/messages/catalog'
import { en } from './en'

/** The languages of the console. To add a language, add a folder here. */
export const consoleLanguages: ReadonlyMap<string, Catalog> = new Map<string, Catalog>([['en', en]])
