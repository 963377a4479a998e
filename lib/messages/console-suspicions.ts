import { brand } from '@/lib/brand'
import type { OutsideDates } from '@/lib/console/shared/export-remarks'
import { formatCount } from '@/lib/format'
import type { Suspicion } from '@/lib/service'
import { capitalized } from './capitalized'

const theService = capitalized(brand.serviceName)

/** So many conversions are not of the dates that were asked for. */
export const outsideDates = ({ count, variables }: OutsideDates) =>
  `${count === 1 ? 'One conversion lies' : `${formatCount(count)} conversions lie`} outside the dates that were asked for, so ${brand.serviceName} seems to ignore them: check ${variables.join(' and ')}.`

/** Something in an answer that is best explained by a parameter that the service knows by another name. */
export const suspicionMessages = {
  title: 'This is not what was asked for',
  text: (suspicion: Suspicion, variables: readonly string[]) => {
    switch (suspicion.kind) {
      case 'outside_dates':
        return outsideDates({ count: suspicion.count, variables })
      case 'other_page_size':
        return `${theService} was asked for ${formatCount(suspicion.requested)} rows a page, and gives ${formatCount(suspicion.given)}. If that is not the most that it gives, check ${variables.join(' and ')}.`
      case 'short_page':
        return `This page has ${formatCount(suspicion.given)} rows, and should have ${formatCount(suspicion.expected)} by the numbers that came with it. Check ${variables.join(' and ')}; if it is right, rows are missing here.`
    }
  },
}
