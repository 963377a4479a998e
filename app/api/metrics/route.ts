import type { NextRequest } from 'next/server'
import { refusalWithoutToken } from '@/lib/request/bearer-token'
import { config } from '@/lib/config'
import { refusalReasons } from '@/lib/connect/outcome'
import { webhookQueue } from '@/lib/jobs'
import { confirmBudget } from '@/lib/limits'
import { metricsText } from '@/lib/metrics'
import { checkRedis } from '@/lib/store'
import { countRecentTaskRuns } from '@/lib/jobs/task-runs'

/**
 * For Prometheus. METRICS_TOKEN is the bearer token; without that variable, the response is 404. `?task_runs=1` adds
 * the pending and stuck task runs, which the service lists.
 */
export async function GET(request: NextRequest): Promise<Response> {
  const refusal = refusalWithoutToken(request, config().metricsToken)
  if (refusal) return refusal
  const withTaskRuns = request.nextUrl.searchParams.get('task_runs') === '1'
  const [budgetLeft, taskRuns, webhooks, redis] = await Promise.all([
    confirmBudget().left(),
    withTaskRuns ? countRecentTaskRuns() : null,
    webhookQueue(),
    checkRedis(),
  ])
  const { text, contentType } = await metricsText({
    labels: config().labels,
    refusalReasons,
    budgetLeft,
    budgetLimit: confirmBudget().limit(),
    isRedisUp: redis ? redis.state === 'ok' && redis.reason === null : undefined,
    taskRuns,
    webhooks,
  })
  return new Response(text, { headers: { 'Content-Type': contentType } })
}
