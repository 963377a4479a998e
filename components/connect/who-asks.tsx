import { classNames } from '@/components/ui/class-names'
import { cancelIcon, errorIcon, Icon, linkIcon, successIcon, waitIcon } from '@/components/ui/icon'
import type { ConnectPageProps } from './page-props'

/** The icon between the marks, if a message is in place of the controls. */
const tones = {
  wait: { icon: waitIcon, look: 'bg-page text-muted' },
  ended: { icon: errorIcon, look: 'bg-danger-surface text-danger' },
  cancelled: { icon: cancelIcon, look: 'bg-page text-muted' },
  done: { icon: successIcon, look: 'bg-success-surface text-success' },
}

export type Tone = keyof typeof tones

/**
 * The marks of the operator and the service, joined by a line. They move together while the browser sends the confirm,
 * and stay together once it is done.
 */
export function WhoAsks(props: Pick<ConnectPageProps, 'brand' | 'icons'> & { tone?: Tone | undefined }) {
  const { brand, icons, tone } = props
  return (
    // All widths are fixed, so that nothing moves if the browser paints the page before all of this has loaded.
    <div
      aria-hidden
      data-tone={tone}
      className={classNames(
        'grid items-center',
        tone === 'done' ? 'grid-cols-[3rem_0.75rem_3rem]' : 'grid-cols-[3rem_4rem_3rem]',
      )}
    >
      <Mark
        name={brand.name}
        iconUrl={icons.site}
        look="bg-accent text-on-accent"
        move="sending:[translate:1.625rem] sending:rtl:[translate:-1.625rem]"
      />
      <span className="relative z-1 grid place-content-center place-items-center text-muted before:absolute before:inset-x-1.5 before:border-t before:border-control-line sending:before:hidden">
        {tone ? (
          <Icon
            path={tones[tone].icon}
            className={`relative size-7 rounded-full outline-4 outline-surface ${tones[tone].look}`}
          />
        ) : (
          <Icon
            path={linkIcon}
            className="relative box-content size-3.5 rounded-pill border border-transparent bg-accent p-1 text-on-accent outline-surface sending:outline-2"
          />
        )}
      </span>
      <Mark
        name={brand.service}
        iconUrl={icons.service}
        look="bg-text text-surface"
        move="sending:[translate:-1.625rem] sending:rtl:[translate:1.625rem]"
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
