//! Derives `binary::Binary`: fields in their order, and before those of an enumeration the number of the variant.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Data, DeriveInput, Fields, Ident, Member, parse_macro_input};

/// Derives `Binary` for structures and enumerations without generic parameters. Types that contain themselves have the attribute
/// `#[binary(bounded)]`: their depth is limited, and their first variant does not contain them.
#[proc_macro_derive(Binary, attributes(binary))]
pub fn derive(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    expand(&input).unwrap_or_else(|error| error.to_compile_error()).into()
}

fn expand(input: &DeriveInput) -> syn::Result<TokenStream> {
    let name = &input.ident;
    let variants: Vec<(TokenStream, &Fields)> = match &input.data {
        Data::Struct(data) => vec![(quote!(Self), &data.fields)],
        Data::Enum(data) => data.variants.iter().map(|variant| (path(&variant.ident), &variant.fields)).collect(),
        Data::Union(_) => return Err(syn::Error::new_spanned(name, "a union cannot be written")),
    };
    let is_enum = matches!(input.data, Data::Enum(_));
    let count = variants.len() as u32;
    let write = variants.iter().zip(0_u32..).map(|((path, fields), number)| {
        let number = is_enum.then(|| quote!(writer.number(u64::from(#number));));
        let (members, names) = members(fields);
        quote!(#path { #(#members: #names),* } => { #number #(::binary::Binary::write(#names, writer);)* })
    });
    // The last pattern takes all that is left.
    let patterns = (1..count).map(|number| quote!(#number)).chain([quote!(_)]);
    let read = variants.iter().cycle().skip(usize::from(is_enum)).zip(patterns).map(|((path, fields), pattern)| {
        let (members, _) = members(fields);
        quote!(#pattern => #path { #(#members: ::binary::Binary::read(reader)),* })
    });
    let variant = if is_enum { quote!(reader.variant(#count)) } else { quote!(0_u32) };
    let read = quote!(match #variant { #(#read),* });
    let write = quote!(match self { #(#write)* });
    let (write, read) = if is_bounded(input)? {
        (quote!(writer.nested(|writer| #write)), quote!(reader.nested(|reader| #read)))
    } else {
        (write, read)
    };
    Ok(quote! {
        impl ::binary::Binary for #name {
            fn write(&self, writer: &mut ::binary::Writer<'_>) {
                #write
            }
            fn read(reader: &mut ::binary::Reader<'_>) -> Self {
                #read
            }
        }
    })
}

fn path(variant: &Ident) -> TokenStream {
    quote!(Self::#variant)
}

/// The fields, and names for their values.
fn members(fields: &Fields) -> (Vec<Member>, Vec<Ident>) {
    fields.members().zip(0_usize..).map(|(member, k)| (member, format_ident!("field_{k}"))).unzip()
}

fn is_bounded(input: &DeriveInput) -> syn::Result<bool> {
    let mut bounded = false;
    for attribute in input.attrs.iter().filter(|attribute| attribute.path().is_ident("binary")) {
        attribute.parse_nested_meta(|meta| {
            bounded = meta.path.is_ident("bounded");
            if bounded { Ok(()) } else { Err(meta.error("expected `bounded`")) }
        })?;
    }
    Ok(bounded)
}
