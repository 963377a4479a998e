import { Menu } from '@/components/console/shared/menu'
import { consoleTexts } from '@/lib/skin/texts'

/**
 * A switch between the consoles of the operator's subnets. Empty if the operator has configured none.
 *
 * @param origin - the origin of this console.
 */
export function Siblings({ siblings, origin }: { siblings: readonly { name: string; url: string }[]; origin: string }) {
  if (siblings.length === 0) return null
  const t = consoleTexts()
  // All deployments share one value of CONSOLE_SIBLINGS, so it also contains this console.
  const current = siblings.find(({ url }) => new URL(url).origin === origin)
  return (
    <nav aria-label={t('layout.siblings.navigation')} className="siblings">
      <Menu label={current?.name ?? t('layout.siblings.others')}>
        <ul className="grid max-h-[70dvh] gap-1 overflow-y-auto">
          {siblings.map((sibling) => (
            <li key={`${sibling.name} ${sibling.url}`}>
              <a href={sibling.url} aria-current={sibling === current || undefined} className="menu-link">
                {sibling.name}
              </a>
            </li>
          ))}
        </ul>
      </Menu>
    </nav>
  )
}
