import { Alert } from '@/components/ui/alert'
import { variablesOf } from '@/lib/console/shared/open-names'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'
import type { Suspicion } from '@/lib/service'

/** The differences between a page of the service and the request, with the variables to check. */
export function Suspicions({ suspicions }: { suspicions: readonly Suspicion[] }) {
  if (suspicions.length === 0) return null
  return (
    <Alert tone="warning" title={consoleTexts()('shared.suspicions.title')}>
      {suspicions.map((suspicion) => (
        <p key={suspicion.kind}>{textOf(suspicion)}</p>
      ))}
    </Alert>
  )
}

function textOf(suspicion: Suspicion): string {
  const t = consoleTexts()
  const variables = consoleFormats().list(variablesOf(suspicion))
  switch (suspicion.kind) {
    case 'outside_dates':
      return t('shared.outsideDates', { count: suspicion.count, variables })
    case 'other_page_size': {
      const { requested, given } = suspicion
      return t('shared.suspicions.otherPageSize', { requested, given, variables })
    }
    case 'short_page': {
      const { expected, given } = suspicion
      return t('shared.suspicions.shortPage', { expected, given, variables })
    }
  }
}
