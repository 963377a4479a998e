import { Badge } from '@/components/console/shared/badge'
import { Detail, Details } from '@/components/console/shared/details'
import type { SetupFacts } from '@/lib/console/setup/setup'
import { consoleTexts } from '@/lib/skin/texts'

/** The login of this deployment, and the number of people who may open the console. */
export function LoginFacts({ facts }: { facts: SetupFacts }) {
  const t = consoleTexts()
  const { login, operators, viewers } = facts
  const staffText = ({ named, hasRole }: SetupFacts['operators'], variable: string) => {
    const text = t('setup.login.named', { count: named, variable })
    return hasRole ? t('setup.login.andRole', { named: text }) : text
  }
  return (
    <Details>
      <Detail name={t('setup.login.users')}>{t(`setup.login.kinds.${login.users}`)}</Detail>
      {login.isDemo && (
        <Detail name={t('setup.login.demo')}>
          <Badge tone="warning">{t('shared.yes')}</Badge> {t('setup.login.demoText')}
        </Detail>
      )}
      <Detail name={t('setup.login.staff')}>
        {login.hasStaffLogin ? t('setup.login.ownLogin') : t('setup.login.asUsers')}
      </Detail>
      <Detail name={t('setup.login.operators')}>{staffText(operators, 'CONSOLE_USERS')}</Detail>
      <Detail name={t('setup.login.viewers')}>{staffText(viewers, 'CONSOLE_VIEWERS')}</Detail>
    </Details>
  )
}
