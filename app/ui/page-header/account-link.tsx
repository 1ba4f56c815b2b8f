import { User } from "~/ui/icon/icons";
import { Avatar, type Monogram } from "~/ui/avatar/avatar";
import { RoundLink } from "~/ui/button/round-button";
import { Icon } from "~/ui/icon/icon";
import type { StoredImage } from "~/ui/picture/stored-image";
import { Variants, type Placeholder } from "~/ui/variants/variants";

/** The address of the account icon and, once signed in, the person's initials, picture and unread conversations. */
export interface AccountLinkProps {
  href: string;
  monogram?: Monogram | undefined;
  image?: StoredImage | null;
  unread?: number | Placeholder;
}

/** A link to the person's own area, with the number of conversations that have something new. */
export function AccountLink({ href, monogram, image, unread = 0 }: AccountLinkProps) {
  const link = (label: string, badge?: number | Placeholder) => (
    <RoundLink to={href} label={label} badge={badge}>
      {monogram || image ? <Avatar size="small" monogram={monogram} image={image} /> : <Icon of={User} />}
    </RoundLink>
  );
  return (
    <Variants of={unread} among={[0]} others>
      {(count) => (count === 0 ? link("My Account") : link(`My Account, ${count} unread`, count))}
    </Variants>
  );
}
