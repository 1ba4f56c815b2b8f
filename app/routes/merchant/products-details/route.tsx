import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { read } from "~/api/client";
import { titled } from "~/routes/shared/titles";
import { guarded, orNotFound, sessionOf } from "~/session/session.server";
import { apart, row } from "~/styles/layout.css";
import { classNames } from "~/ui/class-names/class-names";
import { ButtonLink, MoreLink } from "~/ui/button/button";
import { Notice } from "~/ui/notice/notice";
import { Panel } from "~/ui/panel/panel";
import { Picture } from "~/ui/picture/picture";
import { TakenOffNotice } from "../taken-off-notice";
import { Availability } from "../products/availability";
import { Facts, figuresOf, inventoryOf, shippingOf, sizesOf } from "./facts";
import * as styles from "./styles.css";

export const meta = titled("Product details");

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("merchant");
  const call = session.api().product["manage-product"][":id"].$get({ param: { id: args.params["productId"] ?? "" } });
  return { product: (await guarded(session, () => orNotFound(read(call)))).data };
}

export default function ProductDetails() {
  const { product } = useLoaderData<typeof loader>();
  const { title, description, image, video, category, tags, variations, waiting } = product;
  return (
    <>
      <div className={classNames(row, apart)}>
        <h1>{title}</h1>
        <div className={row}>
          <ButtonLink variant="quiet" to="/merchant/products">
            Cancel
          </ButtonLink>
          <ButtonLink to={`/merchant/products/${product._id}/edit`}>Edit Product</ButtonLink>
        </div>
      </div>
      {product.takenOff ? <TakenOffNotice takenOff={product.takenOff} /> : null}
      {product.sentBackReason ? <Notice still type="danger" message={`Sent back: ${product.sentBackReason}`} /> : null}
      {waiting ? (
        <Notice
          still
          type="success"
          message="A change of this product is in review. The shop shows what you see here until it is published."
        />
      ) : null}
      <div className={styles.columns}>
        <Panel
          title="General Information"
          action={<Availability product={{ ...product, sentBackReason: "", waiting: undefined }} />}
        >
          <p className={styles.description}>{description}</p>
        </Panel>
        <Panel title="Media">
          <ul className={styles.media}>
            {(image.length > 0 ? image : [null]).map((picture, place) => (
              <li key={picture?._id ?? "none"}>
                <Picture
                  image={picture}
                  tint={category.tint}
                  alt={picture ? `${title}, photo ${place + 1}` : "No photo yet"}
                  shown={160}
                />
              </li>
            ))}
          </ul>
          {/* Films by merchants come without captions. */}
          {video ? (
            <video
              className={styles.video}
              controls
              preload="metadata"
              src={video.url}
              aria-label={`Video of ${title}`}
            >
              <track kind="captions" />
            </video>
          ) : null}
        </Panel>
        <Panel title="Pricing">
          <Facts facts={figuresOf(product)} />
        </Panel>
        <Panel
          title="Inventory"
          action={<MoreLink to={`/merchant/products/${product._id}/stock`}>Stock history</MoreLink>}
        >
          <Facts facts={inventoryOf(product)} />
        </Panel>
        {product.variants.length > 1 ? (
          <Panel title="Sizes">
            <Facts facts={sizesOf(product)} />
          </Panel>
        ) : null}
        <Panel title="Category and tags">
          <Facts
            facts={[
              ["Product Category", category.title],
              ["Product Tags", tags.join(", ") || "None"],
            ]}
          />
        </Panel>
        <Panel title="Variation">
          {variations.length > 0 ? (
            <Facts facts={variations.map(({ variation, value }) => [variation, value])} />
          ) : (
            <p>None.</p>
          )}
        </Panel>
        <Panel title="Shipping">
          <Facts facts={shippingOf(product)} />
        </Panel>
      </div>
    </>
  );
}
