import ar from './ar.json' with { type: 'json' }
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }
import fr from './fr.json' with { type: 'json' }
import id from './id.json' with { type: 'json' }
import ja from './ja.json' with { type: 'json' }
import ko from './ko.json' with { type: 'json' }
import ptBR from './pt-BR.json' with { type: 'json' }
import ru from './ru.json' with { type: 'json' }
import tr from './tr.json' with { type: 'json' }
import vi from './vi.json' with { type: 'json' }
import zhHans from './zh-Hans.json' with { type: 'json' }

/** English is first, because it is the fallback. To add a language, add a file here or in a skin. */
export const languages: ReadonlyMap<string, typeof en> = new Map(
  Object.entries({ en, ar, de, es, fr, id, ja, ko, 'pt-BR': ptBR, ru, tr, vi, 'zh-Hans': zhHans }),
)
