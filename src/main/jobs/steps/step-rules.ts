import type { StepKind } from '../../../shared/domain/job.ts'
import { bindHostnameRule } from './bind-hostname.ts'
import { bindUserRule } from './bind-user.ts'
import { changeProductRule } from './change-product.ts'
import { createCustomerRule } from './create-customer.ts'
import { renewRule } from './renew.ts'
import type { StepRule } from './step-rule.ts'
import { toggleRule } from './toggle.ts'

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
