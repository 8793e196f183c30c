import { CreatePasswordReset, FindPasswordReset, ResetPassword } from '@cairn/access';
import {
  checkInviteBodySchema,
  resetPasswordBodySchema,
  type CheckedPasswordReset,
  type CreatedPasswordReset,
  type SessionRecord,
} from '@cairn/api-schema';
import { readJson } from '../../bodies/json-body.js';
import { requestContextOf } from '../../messages/request-context.js';
import { timestamp } from '../../responses/timestamp.js';
import { userAgentOf } from '../../access/sessions/session-responses.js';
import { callerOf } from '../../access/caller.js';
import type { HttpServices } from '../../http-services.js';
import type { OperationHandlers } from '../../routing/operation-handler.js';

/** Links by which users set a new password. */
export function passwordResetHandlers({
  application,
  cookie,
  sessionResponses: responses,
  attempts,
  clients,
  addresses,
}: HttpServices): OperationHandlers {
  const createReset = application.get(CreatePasswordReset);
  const findReset = application.get(FindPasswordReset);
  const resetPassword = application.get(ResetPassword);

  return {
    createPasswordReset: async ({ request, params: { id = '' } }): Promise<CreatedPasswordReset> => {
      const caller = callerOf(request);
      const { user, token, expiresAt } = await createReset.execute(caller, id);
      requestContextOf(request).owner = user.accountId;
      const url = addresses.ofPasswordReset(token);
      return { userId: user.id, token, url, expiresAt: timestamp(expiresAt) };
    },

    checkPasswordReset: async ({ request, response }): Promise<CheckedPasswordReset> => {
      const { token } = await readJson(request, response, checkInviteBodySchema);
      const { user, expiresAt } = await attempts.run([`address ${clients.networkOf(request)}`], () =>
        findReset.execute(token),
      );
      return { name: user.name, expiresAt: timestamp(expiresAt) };
    },

    resetPassword: async ({ request, response }): Promise<SessionRecord> => {
      cookie.assertKept(request);
      const body = await readJson(request, response, resetPasswordBodySchema);
      const started = await attempts.run([`address ${clients.networkOf(request)}`], () =>
        resetPassword.execute({ ...body, userAgent: userAgentOf(request) }),
      );
      return await responses.begin(started, request, response);
    },
  };
}
