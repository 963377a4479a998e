import type { Cells } from '@/components/console/cell'
import { QueryForm } from '@/components/console/find-form'
import { CompactField, CompactSelect, FindRow } from '@/components/console/find-row'
import { Backlog, keptWhere } from '@/components/console/kept'
import { TextLink } from '@/components/console/links'
import { listPage } from '@/components/console/list'
import { auditActions, lookUpKinds, type AuditEntry } from '@/lib/records/audit'
import { maxSearchLength } from '@/lib/console/typed-text'
import { serviceText } from '@/lib/service'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'
import { acts, pageOfObject } from './list'

export const actCells: Cells<AuditEntry, object> = {
  what(entry) {
    const { action, what, sizeBytes } = entry
    const kind = action === 'look_up' ? lookUpKinds.find((each) => each === what) : undefined
    const size = sizeBytes !== undefined && consoleFormats().bytes(sizeBytes)
    const text = serviceText([kind ? consoleTexts()(`audit.pages.${kind}`) : what, size].filter(Boolean).join(' · '))
    const url = pageOfObject(entry)
    return text && <span className="wrap-anywhere">{url ? <TextLink href={url}>{text}</TextLink> : text}</span>
  },
}

const { Page, generateMetadata } = listPage(acts, {
  title({ before, filter }) {
    const t = consoleTexts()
    const action = filter.action && t(`audit.words.action.${filter.action}`)
    const older = before !== undefined && t('audit.olderTitle')
    return [t('layout.pages.audit'), action, serviceText(filter.person), older].filter(Boolean).join(', ')
  },
  intro: () => keptWhere('audit'),
  exports: (filter) => ({ ...filter }),
  filters({ filter: { action, person } }) {
    const t = consoleTexts()
    return (
      <FindRow>
        <QueryForm path={acts.path} current={`${action} ${person}`} isInstant>
          <CompactField
            type="search"
            name="person"
            label={t('audit.filter.person')}
            maxLength={maxSearchLength}
            defaultValue={person}
            className="w-36 grow sm:w-72"
          />
          <CompactSelect name="action" label={t('audit.columns.action')} defaultValue={action}>
            <option value="">{t('audit.filter.anyAction')}</option>
            {auditActions.map((each) => (
              <option key={each} value={each}>
                {t(`audit.words.action.${each}`)}
              </option>
            ))}
          </CompactSelect>
        </QueryForm>
        <Backlog kind="audit" />
      </FindRow>
    )
  },
  cells: actCells,
})

export { Page as default, generateMetadata }
