import { Icon, linkIcon } from '@/components/ui/icon'
import type { ConnectPageProps } from './page-props'

/**
 * The marks of the operator and the service, joined by a line. The heading and the header name them. They move together
 * while the browser sends the confirm.
 */
export function WhoAsks({ brand, icons }: Pick<ConnectPageProps, 'brand' | 'icons'>) {
  return (
    // All widths are fixed, so that nothing moves if the browser paints the page before all of this has loaded.
    <div aria-hidden className="grid grid-cols-[3rem_4rem_3rem] items-center">
      <Mark
        name={brand.name}
        iconUrl={icons.site}
        look="bg-accent text-on-accent"
        move="sending:translate-x-6.5 sending:rtl:-translate-x-6.5"
      />
      <span className="relative z-1 grid place-items-center text-muted before:absolute before:inset-x-1.5 before:border-t before:border-control-line sending:before:hidden">
        <Icon
          path={linkIcon}
          className="relative box-content size-3.5 rounded-pill border border-control-line bg-surface p-1 outline-surface sending:border-accent sending:bg-accent sending:text-on-accent sending:outline-2"
        />
      </span>
      <Mark
        name={brand.service}
        iconUrl={icons.service}
        look="bg-text text-surface"
        move="sending:-translate-x-6.5 sending:rtl:translate-x-6.5"
      />
    </div>
  )
}

/** @param iconUrl - null to show the initial. */
function Mark({ iconUrl, name, look, move }: Record<'name' | 'look' | 'move', string> & { iconUrl: string | null }) {
  const classes = `size-12 rounded-skin transition-[translate] duration-500 ${move}`
  return iconUrl === null ? (
    <span className={`grid place-items-center border border-transparent text-xl font-semibold ${look} ${classes}`}>
      {name.charAt(0).toLocaleUpperCase()}
    </span>
  ) : (
    // eslint-disable-next-line nextjs/no-img-element -- a picture of the skin needs no resizing
    <img src={iconUrl} alt="" width={48} height={48} className={classes} />
  )
}
