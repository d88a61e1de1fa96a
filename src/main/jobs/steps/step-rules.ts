import type { StepKind } from '../../../shared/domain/job.ts'
import { bindHostnameRule, bindUserRule } from './bind-box.ts'
import { changeProductRule, renewRule, toggleRule } from './subscription.ts'
import { createCustomerRule } from './create-customer.ts'
import type { StepRule } from './step-rule.ts'

/** The rule of every kind of step; forgetting one fails to compile. */
export const stepRules: Readonly<Record<StepKind, StepRule>> = {
  'create-customer': createCustomerRule,
  'bind-user': bindUserRule,
  'bind-hostname': bindHostnameRule,
  renew: renewRule,
  'change-product': changeProductRule,
  disable: toggleRule('disable'),
  enable: toggleRule('enable'),
}
