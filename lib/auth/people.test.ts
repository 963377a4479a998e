import { afterEach, describe, expect, it, vi } from 'vitest'
import { peopleOf, type People } from './people'

const config = vi.hoisted(() => vi.fn())
vi.mock('@/lib/config', () => ({ config }))
afterEach(() => config.mockReset())

describe('peopleOf', () => {
  it.each<[path: string, people: People]>([
    ['/console', 'staff'],
    ['/console/', 'staff'],
    ['/console/users/x', 'staff'],
    ['/console?a=b', 'staff'],
    ['/console#a', 'staff'],
    ['/consoles', 'users'],
    ['/Console', 'users'],
    ['/connect/confirm', 'users'],
    ['/connect/confirm?next=/console', 'users'],
    ['/', 'users'],
    ['', 'users'],
  ])('returns for %j %s when staff have a separate login, otherwise users', (path, people) => {
    config.mockReturnValue({ login: { staff: {} } })
    expect(peopleOf(path)).toBe(people)
    config.mockReturnValue({ login: { staff: undefined } })
    expect(peopleOf(path)).toBe('users')
  })
})
